/** The values of an answer with a form as a table, each with its evidence, linked to its second in the video. */
import type { QueryResult } from '@reelsight/sdk';
import styles from './answer-fields.module.css';
import { EvidenceDoor } from './evidence-door.tsx';

type Fields = NonNullable<QueryResult['fields']>;

export function AnswerFields({ fields }: { readonly fields: Fields }) {
  return (
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
          <th scope="col">Where</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, value, evidence }) => (
          <tr key={path}>
            <th scope="row" dir="auto">
              {fieldName(path)}
            </th>
            <td dir="auto">{String(value)}</td>
            <td>
              {evidence.slice(0, 1).map((moment) => (
                <EvidenceDoor key={moment.timestamp} evidence={moment} />
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `/offers/0/price` as "offers 1 price". */
const fieldName = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
    .join(' ')
    .replaceAll('_', ' ')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

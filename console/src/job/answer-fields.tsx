/** The values of an answer with a form as a table, each with its evidence, linked to its second in the video. */
import type { QueryResult } from '@reelsight/sdk';
import styles from './answer-fields.module.css';
import { answerTable } from './answer-rows.ts';
import { EvidenceDoor } from './evidence-door.tsx';

interface AnswerFieldsProps {
  readonly query: string;
  readonly fields: NonNullable<QueryResult['fields']>;
}

export function AnswerFields({ query, fields }: AnswerFieldsProps) {
  const { columns, rows } = answerTable(query, fields);
  return (
    <table className={styles.fields}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" dir="auto">
              {column}
            </th>
          ))}
          <th scope="col">Where</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [heading, ...values], evidence }) => (
          <tr key={key}>
            <th scope="row" dir="auto">
              {heading}
            </th>
            {values.map((value, index) => (
              <td key={columns[index + 1]} dir="auto">
                {value}
              </td>
            ))}
            <td>{evidence && <EvidenceDoor evidence={evidence} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Generates files of the Python client from the OpenAPI document: `_types.py` and `_calls.py`. */
import { docstring, literal, PythonTypes, pascal, type Schema, union } from './python-types.ts';

interface Content {
  readonly [mediaType: string]: { readonly schema?: Schema };
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const jsonType = 'application/json';

/** The calls made with a key, in the document's order. */
function callsOf({ paths }: OpenapiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { security }]) => security?.some((scheme) => 'apiKey' in scheme))
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        operation,
      })),
  );
}

/** Input and output of one call, as Python types. */
interface Signature extends Call {
  readonly query: string | undefined;
  readonly body: string | undefined;
  readonly contentTypes: readonly string[];
  readonly answer: string;
  readonly isJson: boolean;
}

function signatureOf(types: PythonTypes, call: Call): Signature {
  const { id, operation } = call;
  const query = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  const queryName = `${pascal(id)}Query`;

  if (query.length > 0) {
    const properties = Object.fromEntries(
      query.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
    );
    types.declare(queryName, {
      properties,
      required: query.filter((parameter) => parameter.required).map(({ name }) => name),
      description: `What \`${id}\` may be asked for.`,
    });
  }

  const content = operation.requestBody?.content ?? {};
  const json = content[jsonType]?.schema;
  const body = json ? types.typeOf(json, `${pascal(id)}Body`) : 'bytes';
  const successes = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, answer]) => answer.content ?? {});
  const isJson = successes.some((success) => jsonType in success);

  return {
    ...call,
    query: query.length > 0 ? queryName : undefined,
    body: Object.keys(content).length > 0 ? body : undefined,
    contentTypes: Object.keys(content),
    answer: union(successes.map((success) => answerOf(types, id, success))),
    isJson,
  };
}

function answerOf(types: PythonTypes, id: string, content: Content): string {
  const json = content[jsonType]?.schema;
  if (json) return types.typeOf(json.properties?.data ?? json, `${pascal(id)}Data`);
  return Object.keys(content).length > 0 ? 'bytes' : 'None';
}

/** The Python `@overload` of the method `call` that belongs to one call of the API. */
function overload(signature: Signature): string {
  const { id, path, query, body, answer, operation } = signature;
  const optional = (type: string, isRequired: boolean) =>
    isRequired ? type : `Optional[${type}] = ...`;
  const queryNeeded = operation.parameters?.some(
    (parameter) => parameter.in === 'query' && parameter.required,
  );
  const parameters = [
    path.includes('{') && 'params: Mapping[str, str]',
    query && `query: ${optional(`types.${query}`, queryNeeded === true)}`,
    body && `body: ${optional(qualified(body), operation.requestBody?.required !== false)}`,
    'headers: Optional[Mapping[str, str]] = ...',
    'timeout: Optional[float] = ...',
    'max_retries: Optional[int] = ...',
  ].filter(Boolean);
  const lines = ['self', `name: Literal["${id}"]`, '*', ...parameters];

  return `    @overload
    def call(
${lines.map((line) => `        ${line},\n`).join('')}    ) -> Answer[${qualified(answer)}]:
${docstring(operation.summary, '        ')}        ...
`;
}

/** Puts the module `types` in front of the names of generated types. */
const qualified = (type: string): string =>
  type.replace(
    /"[^"]*"|\b(?!Any\b|Dict\b|List\b|Literal\b|None\b|Optional\b|Union\b|True\b|False\b)[A-Z]\w*/g,
    (name) => (name.startsWith('"') ? name : `types.${name}`),
  );

function row({ id, method, path, contentTypes, isJson }: Signature): string {
  const list = contentTypes.map(literal).join(', ');
  const tuple = contentTypes.length === 1 ? `(${list},)` : `(${list})`;
  return `    ${literal(id)}: Call(${literal(method)}, ${literal(path)}, ${tuple}, ${isJson ? 'True' : 'False'}),\n`;
}

export interface PythonFiles {
  readonly types: string;
  readonly calls: string;
}

/** `madeBy` states in each file how it was generated. */
export function pythonFiles(document: OpenapiDocument, madeBy: string): PythonFiles {
  const types = new PythonTypes(document.components.schemas);
  const signatures = callsOf(document).map((call) => signatureOf(types, call));
  for (const name of ['WebhookEvent', 'Pagination', 'JobStateEvent', 'ExportFormat'])
    types.typeOf({ $ref: `#/components/schemas/${name}` }, name);
  return { types: typesFile(types, madeBy), calls: callsFile(signatures, madeBy) };
}

const typesFile = (types: PythonTypes, madeBy: string): string => `"""The types of the interface.

Answers may have further fields, and strings that name a state or kind further values, from later versions of the
service. ${madeBy}
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

__all__ = [
${types.names.map((name) => `    "${name}",\n`).join('')}]


${types}`;

const callsFile = (
  signatures: readonly Signature[],
  madeBy: string,
): string => `"""Every call of a key, by the id of its operation. ${madeBy}"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, Tuple, Union, overload

from . import _types as types
from ._answer import Answer


class Call(NamedTuple):
    """Where a call goes, which media types its body may have, and whether its answer is JSON."""

    method: str
    path: str
    content_types: Tuple[str, ...]
    is_json: bool


CALLS: Dict[str, Call] = {
${signatures.map(row).join('')}}


class Calls:
    """Gives \`call\` the types of each call."""

${signatures.map(overload).join('\n')}
    def call(
        self,
        name: str,
        *,
        params: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, object]] = None,
        headers: Optional[Mapping[str, str]] = None,
        body: object = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Answer[Any]:
        """Makes any call by the id of its operation. Raises ReelsightError."""
        return self._call(name, params, query, headers, body, timeout, max_retries)

    def _call(
        self,
        name: str,
        params: Optional[Mapping[str, str]],
        query: Optional[Mapping[str, object]],
        headers: Optional[Mapping[str, str]],
        body: object,
        timeout: Optional[float],
        max_retries: Optional[int],
    ) -> Answer[Any]:
        raise NotImplementedError
`;

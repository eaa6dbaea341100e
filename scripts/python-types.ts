/**
 * Types of the interface in Python, from the OpenAPI document: a TypedDict for each object, a Literal for each enum,
 * and a Job type for each state.
 */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean;
  readonly format?: string;
}

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const reserved = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** `list_jobs` and `listJobs` become `ListJobs`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

export const literal = (value: string | number | boolean | null): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value ?? 'None');

/** A docstring, to be put below the class or function that it describes; empty without a description. */
export function docstring(text: string | undefined, indent: string): string {
  if (!text) return '';
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  return `${indent}"""${safe.endsWith('"') ? `${safe} ` : safe}"""\n`;
}

/** The members of a union; any other type is returned as the only member. */
function membersOf(type: string): string[] {
  const inner = /^Union\[(.*)\]$/.exec(type)?.[1];
  return inner === undefined
    ? [type]
    : (inner.match(/(?:[^,[]|\[(?:[^[\]]|\[[^\]]*\])*\])+/g) ?? []);
}

/** A union that includes `None` becomes `Optional`. */
export function union(types: readonly string[]): string {
  const members = [...new Set(types.flatMap(membersOf).map((member) => member.trim()))];
  const concrete = members.filter((type) => type !== 'None');
  const joined = concrete.length > 1 ? `Union[${concrete.join(', ')}]` : (concrete[0] ?? 'None');
  return concrete.length > 0 && concrete.length < members.length ? `Optional[${joined}]` : joined;
}

/**
 * The states of a job: the field that a state always has (`has`) or may have (`may`), and whether `completed_at` is set
 * (`final`).
 */
const jobStates: Readonly<
  Record<string, { readonly has?: string; readonly may?: string; readonly final: boolean }>
> = {
  pending: { final: false },
  processing: { may: 'progress', final: false },
  held: { final: false },
  completed: { has: 'results', final: true },
  failed: { has: 'error', final: true },
  cancelled: { may: 'error', final: true },
};
const ofStates = ['status', 'completed_at', 'progress', 'results', 'error'];

/** The types requested through `typeOf` or `declare`, with all types that they refer to. */
export class PythonTypes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  /** Source text by type name. Aliases are evaluated in place, so the names they use must be defined before them. */
  readonly #classes = new Map<string, string>();
  readonly #aliases = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  get names(): string[] {
    return [...this.#classes.keys(), ...this.#aliases.keys()]
      .filter((name) => !name.startsWith('_'))
      .sort();
  }

  /** The Python type of a value. An object inside it that has no name of its own is called `name`. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return this.#named(schema.$ref.split('/').at(-1) ?? '');
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;

    const either = schema.anyOf ?? schema.oneOf;
    if (either) return union(either.map((option) => this.typeOf(option, name)));

    const { type } = schema;
    if (type === 'array') return `List[${this.#itemOf(schema, name)}]`;
    if (type === 'object') return this.#objectOf(schema, name);
    if (type === undefined) return 'Any';

    const kinds = (typeof type === 'string' ? [type] : type).map((kind) => plain[kind]);
    if (kinds.includes(undefined)) throw new Error(`${name} has an unknown type, ${String(type)}`);

    return union(kinds as string[]);
  }

  /** Declares a TypedDict with these fields; it inherits those of `base`. */
  declare(name: string, { properties = {}, required = [], description }: Schema, base?: string) {
    if (this.#classes.has(name)) throw new Error(`There are two types called ${name}`);

    this.#classes.set(name, ''); // Reserves the place in the order of classes; a type may refer to itself.
    const field = ([key, schema]: [string, Schema]): string => {
      if (!/^[A-Za-z_]\w*$/.test(key)) throw new Error(`${name}.${key} is no name in Python`);
      const type = this.typeOf(schema, name + pascal(key));
      return `    ${key}: ${type}\n${docstring(schema.description, '    ')}`;
    };
    const named = ([key]: [string, Schema]): boolean => !reserved.has(key);
    const fields = Object.entries(properties).filter(named);
    const reservedFields = Object.entries(properties).filter((entry) => !named(entry));
    const requiredFields = fields.filter(([key]) => required.includes(key)).map(field);
    const optional = fields.filter(([key]) => !required.includes(key)).map(field);
    const about = docstring(description, '    ');
    const of = (part: string, bases: string, doc: string, lines: readonly string[]) =>
      `class ${part}(${bases}):\n${doc}${doc && lines.length > 0 ? '\n' : ''}${lines.join('')}${doc || lines.length > 0 ? '' : '    pass\n'}`;
    const words = reservedFields.length > 0 ? this.#wordsOf(name, reservedFields, required) : null;
    const baseClass = [words?.name, base].filter(Boolean).join(', ') || 'TypedDict';
    const set = (text: string) => this.#classes.set(name, (words?.declaration ?? '') + text);

    if (optional.length === 0) set(of(name, baseClass, about, requiredFields));
    else if (requiredFields.length === 0)
      set(of(name, `${baseClass}, total=False`, about, optional));
    else {
      const first = of(`_${name}`, baseClass, '', requiredFields);
      const rest = of(name, `_${name}, total=False`, about, optional);
      set(`${first}\n\n${rest}`);
    }
  }

  /**
   * A TypedDict of the fields that are words of Python, such as `from`, which only the functional form can name. The
   * class with the other fields inherits it.
   */
  #wordsOf(name: string, fields: readonly [string, Schema][], required: readonly string[]) {
    const needed = fields.find(([key]) => required.includes(key));
    if (needed) throw new Error(`${name}.${needed[0]} is a word of Python and required`);

    const wordsName = `_${name}Words`;
    const entries = fields.map(([key, schema]) => {
      const lines = (schema.description ?? '').split('\n').map((line) => `        # ${line}\n`);
      return `${lines.join('')}        "${key}": ${this.typeOf(schema, name + pascal(key))},\n`;
    });
    const declaration = `${wordsName} = TypedDict(\n    "${wordsName}",\n    {\n${entries.join('')}    },\n    total=False,\n)\n\n\n`;

    return { name: wordsName, declaration };
  }

  toString(): string {
    const parts = [...this.#classes.values()].join('\n\n');
    return `${parts}\n\n${[...this.#aliases.values()].join('\n')}`;
  }

  #itemOf({ items, prefixItems }: Schema, name: string): string {
    if (prefixItems) return union(prefixItems.map((prefixItem) => this.typeOf(prefixItem, name)));
    return items ? this.typeOf(items, name) : 'Any';
  }

  #objectOf(schema: Schema, name: string): string {
    if (schema.properties) {
      // If the class name is already taken by another member of the union, the object is named after the constant that
      // distinguishes it.
      const kind = Object.values(schema.properties).find(
        (property) => typeof property.const === 'string',
      );
      const first = this.#isTaken(name) && kind ? pascal(String(kind.const)) + name : name;
      let className = first;
      for (let count = 2; this.#isTaken(className); count += 1) className = `${first}${count}`;
      this.declare(className, schema);

      return className;
    }

    const rest = schema.additionalProperties;
    return `Dict[str, ${typeof rest === 'object' ? this.typeOf(rest, name) : 'Any'}]`;
  }

  /** A schema of the document; declared only once. */
  #named(name: string): string {
    const schema = this.#schemas[name];
    if (!schema) throw new Error(`The document has no schema ${name}`);
    if (this.#classes.has(name) || this.#aliases.has(name)) return name;

    if (name === 'Job') this.#declareJob(schema);
    else if (schema.properties) this.declare(name, schema);
    else {
      this.#aliases.set(name, ''); // Reserves the name.
      const type = this.typeOf(schema, name);
      this.#aliases.delete(name);
      this.#alias(name, type, schema.description);
    }

    return name;
  }

  #isTaken(name: string): boolean {
    return this.#classes.has(name) || this.#aliases.has(name) || name in this.#schemas;
  }

  #alias(name: string, type: string, description: string | undefined): void {
    this.#aliases.set(name, `${name} = ${type}\n${docstring(description, '')}`);
  }

  #declareJob(schema: Schema): void {
    const { properties = {}, required = [], description } = schema;
    const states = this.#schemas.JobStatus?.enum ?? [];
    if ([...states].sort().join() !== Object.keys(jobStates).sort().join())
      throw new Error(`Jobs have other states than expected: ${states.join(', ')}`);

    this.#aliases.set('Job', ''); // Reserves the name, because a job may refer to other jobs.
    const common = Object.fromEntries(
      Object.entries(properties).filter(([key]) => !ofStates.includes(key)),
    );
    this.declare('_AnyJob', { properties: common, required });

    const classes = Object.entries(jobStates).map(
      ([state, { has: requiredKey, may: optionalKey, final }]) => {
        const stateFields: Record<string, Schema> = {
          status: { const: state, description: properties.status?.description ?? '' },
          completed_at: { ...properties.completed_at, type: final ? 'string' : 'null' },
        };
        delete (stateFields.completed_at as { anyOf?: unknown }).anyOf;
        for (const key of [requiredKey, optionalKey])
          if (key) stateFields[key] = properties[key] ?? {};

        const needs = ['status', 'completed_at', ...(requiredKey ? [requiredKey] : [])];
        const name = `${pascal(state)}Job`;
        const about = `A job that is \`${state}\`.`;
        this.declare(
          name,
          { properties: stateFields, required: needs, description: about },
          '_AnyJob',
        );

        return { name, final };
      },
    );

    this.#aliases.delete('Job');
    const namesOf = (list: typeof classes) => list.map(({ name }) => name);
    const terminal = classes.filter(({ final }) => final);
    this.#alias('TerminalJob', union(namesOf(terminal)), 'A job that changes no more.');
    this.#alias('Job', union(namesOf(classes)), `${description} Its \`status\` tells which.`);
  }
}

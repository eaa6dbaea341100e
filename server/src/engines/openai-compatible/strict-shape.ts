/**
 * Writes the form of an answer as a schema that servers with strict output accept: every property is required, one that
 * may be missing may be null instead, and limits are left out, because those are checked when the answer arrives.
 */
import type { AnswerNode, AnswerSlot } from '@reelsight/contract';

type Schema = Record<string, unknown>;

export interface StrictShape {
  readonly schema: Schema;
  /** Schemas that refer to themselves, by name. */
  readonly $defs: Schema;
}

/** Titles and descriptions are left out: what a caller wrote belongs to the question, not to the instructions. */
export function strictShape(slot: AnswerSlot): StrictShape {
  const writer = new ShapeWriter(slot.node);
  const schema = writer.slot(slot);

  return { schema, $defs: writer.definitions };
}

class ShapeWriter {
  readonly definitions: Schema = {};
  readonly #names = new Map<AnswerNode, string>();
  readonly #shared: ReadonlySet<AnswerNode>;

  constructor(root: AnswerNode) {
    this.#shared = sharedNodes(root);
  }

  slot({ node, isNullable }: AnswerSlot, isOptional = false): Schema {
    const schema = this.#reference(node);
    return isNullable || isOptional ? { anyOf: [schema, { type: 'null' }] } : schema;
  }

  #reference(node: AnswerNode): Schema {
    if (!this.#shared.has(node)) return this.#node(node);

    const existingName = this.#names.get(node);
    const name = existingName ?? `shape${this.#names.size + 1}`;
    if (existingName === undefined) {
      this.#names.set(node, name);
      this.definitions[name] = this.#node(node);
    }
    return { $ref: `#/$defs/${name}` };
  }

  #node({ kind, values, properties, required, items }: AnswerNode): Schema {
    if (values !== null) return { type: kind, enum: values };
    if (kind === 'array') return { type: 'array', items: items ? this.slot(items) : {} };
    if (kind !== 'object') return { type: kind };

    const entries = [...properties].map(([name, property]) => [
      name,
      this.slot(property, !required.has(name)),
    ]);
    return {
      type: 'object',
      properties: Object.fromEntries(entries),
      required: [...properties.keys()],
      additionalProperties: false,
    };
  }
}

/** Objects that are met more than once, of which some contain themselves. */
function sharedNodes(root: AnswerNode): ReadonlySet<AnswerNode> {
  const met = new Set<AnswerNode>([root]);
  const shared = new Set<AnswerNode>();
  // A set also yields what is added while it is read.
  for (const node of met) {
    const inner = [...node.properties.values(), ...(node.items ? [node.items] : [])];
    for (const { node: next } of inner) {
      if (met.has(next)) shared.add(next);
      met.add(next);
    }
  }
  return new Set([...shared].filter(({ kind }) => kind === 'object' || kind === 'array'));
}

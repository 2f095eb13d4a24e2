import {
  ACCUMULATOR,
  type ComprehensionExpr,
  type Expr,
  type Literal,
  type MapEntry,
  type StructField,
} from '../../ast/expr.ts';

/**
 * How many nodes an expression may have. No text of 100,000 characters comes near it, unless macros double their
 * target again and again; cel-go has no such limit, and needs minutes and gigabytes for these.
 */
const MAX_NODES = 250_000;

/** That macros made too many nodes. */
export class TooManyNodesError extends Error {
  override readonly name = 'TooManyNodesError';
}

/** Numbers nodes, in the order in which cel-go does. */
export class NodeNumbers {
  #next = 1;

  /** The number of the next node. */
  take(): number {
    if (this.#next > MAX_NODES) throw new TooManyNodesError(`more than ${MAX_NODES} nodes`);
    const number = this.#next;
    this.#next += 1;
    return number;
  }
}

/** The parts of a loop that a macro chooses. */
export interface Loop {
  readonly range: Expr;
  readonly variable: string;
  readonly secondVariable?: string;
  /** If absent, the usual one. */
  readonly accumulator?: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** Makes the nodes of a macro: all of them are where the macro is called. */
export class MacroNodes {
  readonly #numbers: NodeNumbers;
  readonly #offset: number;

  constructor(numbers: NodeNumbers, offset: number) {
    this.#numbers = numbers;
    this.#offset = offset;
  }

  literal(literal: Literal): Expr {
    return { ...this.#place(), kind: 'literal', ...literal };
  }

  ident(name: string): Expr {
    return { ...this.#place(), kind: 'ident', name };
  }

  accumulator(): Expr {
    return this.ident(ACCUMULATOR);
  }

  call(name: string, ...args: readonly Expr[]): Expr {
    return { ...this.#place(), kind: 'call', name, args };
  }

  memberCall(name: string, target: Expr, ...args: readonly Expr[]): Expr {
    return { ...this.#place(), kind: 'call', name, target, args };
  }

  list(...elements: readonly Expr[]): Expr {
    return { ...this.#place(), kind: 'list', elements, optionals: [] };
  }

  emptyMap(): Expr {
    return { ...this.#place(), kind: 'map', entries: [] };
  }

  presenceTest(operand: Expr, field: string): Expr {
    return { ...this.#place(), kind: 'select', operand, field, isTest: true };
  }

  loop(loop: Loop): ComprehensionExpr {
    return { accumulator: ACCUMULATOR, ...loop, ...this.#place(), kind: 'comprehension' };
  }

  /** The same tree with numbers of its own. */
  copy(expr: Expr): Expr {
    const node = { ...expr, id: this.#numbers.take() };
    switch (node.kind) {
      case 'literal':
      case 'ident':
        return node;
      case 'select':
        return { ...node, operand: this.copy(node.operand) };
      case 'call': {
        const args = node.args.map((arg) => this.copy(arg));
        return { ...node, args, ...(node.target !== undefined && { target: this.copy(node.target) }) };
      }
      case 'list':
        return { ...node, elements: node.elements.map((element) => this.copy(element)) };
      case 'map':
        return { ...node, entries: node.entries.map((entry) => this.#copyEntry(entry)) };
      case 'struct':
        return { ...node, fields: node.fields.map((field) => this.#copyField(field)) };
      case 'comprehension': {
        const [range, init] = [this.copy(node.range), this.copy(node.init)];
        const [condition, step] = [this.copy(node.condition), this.copy(node.step)];
        return { ...node, range, init, condition, step, result: this.copy(node.result) };
      }
    }
  }

  #copyEntry(entry: MapEntry): MapEntry {
    const place = this.#place();
    const key = this.copy(entry.key);
    return { ...entry, ...place, key, value: this.copy(entry.value) };
  }

  #copyField(field: StructField): StructField {
    return { ...field, ...this.#place(), value: this.copy(field.value) };
  }

  #place(): { readonly id: number; readonly offset: number } {
    return { id: this.#numbers.take(), offset: this.#offset };
  }
}

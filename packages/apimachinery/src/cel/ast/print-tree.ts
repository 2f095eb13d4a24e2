import { formatFloat, quoteString } from '../../codec/go-format.ts';
import type { ComprehensionExpr, Expr, LiteralExpr, MapEntry, StructField } from './expr.ts';
import { quoteBytes } from './quote-bytes.ts';

/** What is printed after a node: its kind, its type. */
export type Adorn = (node: Expr | MapEntry | StructField) => string;

/** Prints a tree as cel-go's debug printer does. */
export function printTree(expr: Expr, adorn: Adorn = () => ''): string {
  const writer = new TreeWriter(adorn);
  writer.expr(expr);
  return writer.text();
}

class TreeWriter {
  readonly #parts: string[] = [];
  readonly #adorn: Adorn;
  #indent = 0;
  #atLineStart = true;

  constructor(adorn: Adorn) {
    this.#adorn = adorn;
  }

  text(): string {
    return this.#parts.join('');
  }

  expr(node: Expr): void {
    this.#node(node);
    this.#append(this.#adorn(node));
  }

  #node(node: Expr): void {
    switch (node.kind) {
      case 'literal':
        return this.#append(printLiteral(node));
      case 'ident':
        return this.#append(node.name);
      case 'select':
        this.expr(node.operand);
        return this.#append(`.${node.field}${node.isTest ? '~test-only~' : ''}`);
      case 'call':
        return this.#call(node);
      case 'list':
        this.#append('[');
        this.#lines(node.elements, (element) => this.expr(element));
        return this.#append(']');
      case 'map':
        this.#append('{');
        this.#lines(node.entries, (entry) => this.#entry(entry, () => this.expr(entry.key)));
        return this.#append('}');
      case 'struct':
        this.#append(`${node.typeName}{`);
        this.#lines(node.fields, (field) => this.#entry(field, () => this.#append(field.name)));
        return this.#append('}');
      case 'comprehension':
        return this.#comprehension(node);
    }
  }

  #call({ name, target, args }: Extract<Expr, { kind: 'call' }>): void {
    if (target !== undefined) {
      this.expr(target);
      this.#append('.');
    }
    this.#append(`${name}(`);
    this.#lines(args, (arg) => this.expr(arg));
    this.#append(')');
  }

  #entry(entry: MapEntry | StructField, printKey: () => void): void {
    if (entry.isOptional) this.#append('?');
    printKey();
    this.#append(':');
    this.expr(entry.value);
    this.#append(this.#adorn(entry));
  }

  #lines<T>(items: readonly T[], print: (item: T) => void): void {
    if (items.length === 0) return;
    this.#indent += 1;
    this.#endLine();
    for (const [index, item] of items.entries()) {
      if (index > 0) {
        this.#append(',');
        this.#endLine();
      }
      print(item);
    }
    this.#indent -= 1;
    this.#endLine();
  }

  #comprehension(node: ComprehensionExpr): void {
    const variables = node.secondVariable === undefined ? [node.variable] : [node.variable, node.secondVariable];
    this.#append('__comprehension__(');
    this.#indent += 1;
    this.#endLine();
    this.#comment('Variable');
    for (const variable of variables) {
      this.#append(`${variable},`);
      this.#endLine();
    }
    this.#part('Target', node.range);
    this.#comment('Accumulator');
    this.#append(`${node.accumulator},`);
    this.#endLine();
    this.#part('Init', node.init);
    this.#part('LoopCondition', node.condition);
    this.#part('LoopStep', node.step);
    this.#comment('Result');
    this.expr(node.result);
    this.#append(')');
    this.#indent -= 1;
  }

  #part(name: string, node: Expr): void {
    this.#comment(name);
    this.expr(node);
    this.#append(',');
    this.#endLine();
  }

  #comment(text: string): void {
    this.#append(`// ${text}`);
    this.#endLine();
  }

  #append(text: string): void {
    if (this.#atLineStart) {
      this.#atLineStart = false;
      this.#parts.push('  '.repeat(this.#indent));
    }
    this.#parts.push(text);
  }

  #endLine(): void {
    this.#parts.push('\n');
    this.#atLineStart = true;
  }
}

function printLiteral(literal: LiteralExpr): string {
  switch (literal.type) {
    case 'null':
      return 'null';
    case 'bool':
    case 'int':
      return String(literal.value);
    case 'uint':
      return `${literal.value}u`;
    case 'double':
      return formatFloat(literal.value);
    case 'string':
      return quoteString(literal.value);
    case 'bytes':
      return `b${quoteBytes(literal.value)}`;
  }
}

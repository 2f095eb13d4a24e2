import type { ParserRuleContext, Token } from 'antlr4ng';
import type { Expr, Literal } from '../ast/expr.ts';
import { type CelIssue, wholeExpression } from '../issue.ts';
import { kubernetesMacros } from '../parse/macros/kubernetes-macros.ts';
import { MacroNodes, NodeNumbers } from '../parse/macros/node-factory.ts';
import { calculations, relations, reservedNames } from '../parse/operators.ts';
import { MAX_DEPTH, StopError } from './stop-error.ts';
import {
  type Alternatives,
  literalIn,
  partOf,
  partsOf,
  placeOf,
  problemOfName,
  ruleOf,
  tokenOf,
  tokensOf,
} from './tree-context.ts';

/**
 * Adds the mistakes that are not of the grammar, in what the recognizer could read: cel-go reports them too. The order
 * and the rules are those of the visitor in its `parser.go`. Throws a StopError where nodes are nested too deeply.
 */
export function visitTree(root: ParserRuleContext, alternatives: Alternatives, issues: CelIssue[]): void {
  new Visitor(alternatives, issues).visit(partOf(root, 'expr'));
}

/** Where cel-go places what could not be read: before the first character. */
const unknownPlace = { line: 1, column: 0 } as const;

class Visitor {
  readonly #issues: CelIssue[];
  readonly #alternatives: Alternatives;
  readonly #numbers = new NodeNumbers();
  /** The places of the nodes: the offset of a node is an index here. */
  readonly #places: { readonly line: number; readonly column: number }[] = [];

  #depth = 0;

  constructor(alternatives: Alternatives, issues: CelIssue[]) {
    this.#alternatives = alternatives;
    this.#issues = issues;
  }

  visit(context: ParserRuleContext | undefined): Expr {
    if (context === undefined) return this.#unknown();
    switch (ruleOf(context)) {
      case 'expr':
        return this.#conditional(context);
      case 'conditionalOr':
        return this.#chain(context, '||', 'conditionalAnd');
      case 'conditionalAnd':
        return this.#chain(context, '&&', 'relation');
      case 'relation':
        return this.#binary(context, Object.keys(relations), 'calc');
      case 'calc':
        return this.#binary(context, Object.keys(calculations), 'unary');
      case 'unary':
        return this.#unary(context);
      case 'member':
        return this.#member(context);
      case 'primary':
        return this.#primary(context);
      case 'literal':
        return this.#literal(context);
      default:
        return this.#unknown();
    }
  }

  #conditional(context: ParserRuleContext): Expr {
    const [condition, then] = partsOf(context, 'conditionalOr');
    const operator = tokenOf(context, '?');
    if (operator === undefined) return this.visit(condition);
    return this.#nested(() =>
      this.#operation(operator, this.visit(condition), this.visit(then), this.visit(partOf(context, 'expr'))),
    );
  }

  #chain(context: ParserRuleContext, operator: string, rule: string): Expr {
    const terms = partsOf(context, rule);
    const operators = tokensOf(context, operator);
    // The tree of the terms is balanced.
    const root = operators[Math.floor(operators.length / 2)];
    if (root === undefined) return this.visit(terms[0]);
    return this.#operation(root, ...terms.map((term) => this.visit(term)));
  }

  #binary(context: ParserRuleContext, operators: readonly string[], operandRule: string): Expr {
    const [left, right] = partsOf(context, ruleOf(context));
    const token = tokenOf(context, ...operators);
    if (token === undefined) return this.visit(partOf(context, operandRule));
    if (!operators.includes(token.text ?? '')) return this.#report('operator not found', context.start);
    return this.#nested(() => this.#operation(token, this.visit(left), this.visit(right)));
  }

  #unary(context: ParserRuleContext): Expr {
    // Without any of its alternatives, it is an error at its place.
    if (!this.#alternatives.has(context)) return this.#constant({ type: 'null' }, context.start);
    const member = this.visit(partOf(context, 'member'));
    const [first, ...others] = tokensOf(context, '!', '-');
    return first !== undefined && others.length % 2 === 0 ? this.#operation(first, member) : member;
  }

  #member(context: ParserRuleContext): Expr {
    const target = partOf(context, 'member');
    if (target === undefined) return this.visit(partOf(context, 'primary'));
    return this.#alternatives.has(context) ? this.#nested(() => this.#postfix(context, target)) : this.visit(target);
  }

  #postfix(context: ParserRuleContext, target: ParserRuleContext): Expr {
    const operand = this.visit(target);
    switch (this.#alternatives.get(context)) {
      case 1:
        return this.#select(context, operand);
      case 3: {
        const bracket = tokenOf(context, '[');
        if (bracket === undefined) return this.#unknown();
        return this.#operation(bracket, operand, this.visit(partOf(context, 'expr')));
      }
      default: {
        const name = tokenOf(context, 'IDENTIFIER')?.text;
        if (name === undefined) return this.#unknown();
        return this.#call(name, tokenOf(context, '('), partOf(context, 'exprList'), operand);
      }
    }
  }

  #select(context: ParserRuleContext, operand: Expr): Expr {
    const name = partOf(context, 'escapeIdent');
    const dot = tokenOf(context, '.');
    if (name === undefined || dot === undefined) return this.#unknown();
    const problem = problemOfName(name);
    if (problem !== undefined) this.#report(problem, name.start);
    const field = tokenOf(name, 'IDENTIFIER')?.text ?? '';
    if (tokenOf(context, '?') !== undefined) return this.#operation(dot, operand);
    return { ...this.#place(dot), kind: 'select', operand, field, isTest: false };
  }

  #primary(context: ParserRuleContext): Expr {
    switch (this.#alternatives.get(context)) {
      case 1:
      case 2:
        return this.#name(context);
      case 3:
        return this.visit(partOf(context, 'expr'));
      case 4:
        return this.#list(context);
      case 5:
        return this.#map(context);
      case 6:
        return this.#struct(context);
      case 7:
        return this.visit(partOf(context, 'literal'));
      default:
        return this.#unknown();
    }
  }

  #name(context: ParserRuleContext): Expr {
    const token = tokenOf(context, 'IDENTIFIER');
    if (token?.text === undefined) return this.#unknown();
    if (reservedNames.has(token.text)) return this.#report(`reserved identifier: ${token.text}`, context.start);
    const name = (tokenOf(context, '.') === undefined ? '' : '.') + token.text;
    if (this.#alternatives.get(context) === 1) return { ...this.#place(token), kind: 'ident', name };
    return this.#call(name, tokenOf(context, '('), partOf(context, 'exprList'));
  }

  #call(name: string, parenthesis: Token | undefined, list: ParserRuleContext | undefined, target?: Expr): Expr {
    const place = this.#place(parenthesis);
    const args = partsOf(list, 'expr').map((arg) => this.visit(arg));
    const expand = kubernetesMacros.get(`${name}:${args.length}:${target !== undefined}`);
    if (expand === undefined) return { ...place, kind: 'call', name, args, ...(target !== undefined && { target }) };
    const expansion = expand(new MacroNodes(this.#numbers, place.offset), args, target ?? this.#unknown());
    if (expansion.kind !== 'mistake') return expansion;
    const { message, at } = expansion;
    this.#issues.push({ ...wholeExpression, ...this.#places[at.offset], message });
    return { id: this.#numbers.take(), offset: at.offset, kind: 'literal', type: 'null' };
  }

  #list(context: ParserRuleContext): Expr {
    const place = this.#place(tokenOf(context, '['));
    const items = partsOf(partOf(context, 'listInit'), 'optExpr');
    const elements = items.map((item) => this.visit(partOf(item, 'expr')));
    return { ...place, kind: 'list', elements, optionals: [] };
  }

  #map(context: ParserRuleContext): Expr {
    const place = this.#place(tokenOf(context, '{'));
    const list = partOf(context, 'mapInitializerList');
    const [keys, values] = [partsOf(list, 'optExpr'), partsOf(list, 'expr')];
    for (const index of tokensOf(list, ':').keys()) {
      if (keys[index] === undefined || values[index] === undefined) break;
      this.visit(partOf(keys[index], 'expr'));
      this.visit(values[index]);
    }
    return { ...place, kind: 'map', entries: [] };
  }

  #struct(context: ParserRuleContext): Expr {
    const place = this.#place(tokenOf(context, '{'));
    const list = partOf(context, 'fieldInitializerList');
    const [colons, values] = [tokensOf(list, ':'), partsOf(list, 'expr')];
    for (const [index, field] of partsOf(list, 'optField').entries()) {
      if (colons[index] === undefined || values[index] === undefined) break;
      const problem = problemOfName(partOf(field, 'escapeIdent'));
      if (problem === undefined) this.visit(values[index]);
      else this.#report(problem, list?.start ?? null);
    }
    return { ...place, kind: 'struct', typeName: '', fields: [] };
  }

  #literal(context: ParserRuleContext): Expr {
    const literal = literalIn(context);
    if (literal === undefined) return this.#unknown();
    if ('problem' in literal) return this.#report(literal.problem, context.start);
    return this.#constant(literal, context.start);
  }

  #constant(literal: Literal, start: Token | null): Expr {
    return { ...this.#place(start), kind: 'literal', ...literal };
  }

  /** A call of an operator: of what name does not matter. */
  #operation(operator: Token, ...args: readonly Expr[]): Expr {
    return { ...this.#place(operator), kind: 'call', name: '', args };
  }

  #nested(visit: () => Expr): Expr {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new StopError('max recursion depth exceeded');
    const expr = visit();
    this.#depth -= 1;
    return expr;
  }

  #report(message: string, token: Token | null): Expr {
    const expr = this.#constant({ type: 'null' }, token);
    this.#issues.push({ ...(token === null ? wholeExpression : placeOf(token)), message });
    return expr;
  }

  /** What could not be read. */
  #unknown(): Expr {
    return this.#constant({ type: 'null' }, null);
  }

  #place(token: Token | null | undefined): { readonly id: number; readonly offset: number } {
    const place = token === null || token === undefined ? unknownPlace : placeOf(token);
    return { id: this.#numbers.take(), offset: this.#places.push(place) - 1 };
  }
}

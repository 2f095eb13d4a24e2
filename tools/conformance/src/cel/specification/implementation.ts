import type { CelValue } from './cel-value.ts';
import type { SpecCase } from './spec-cases.ts';

/** An implementation of CEL that is compared with the specification's tests. What it does not offer is left out. */
export interface CelImplementation {
  readonly name: string;
  /** The tree of a text as cel-go prints it; undefined: the tree is another. Throws where the text has none. */
  parse(text: string): string | undefined;
  /** The type of an expression, as cel-go prints it. Throws where the expression has none. */
  readonly typeOf?: (spec: SpecCase) => string;
  /** The tree with the type and the overloads of each node, as cel-go prints it. */
  readonly typedTreeOf?: (spec: SpecCase) => string;
  /** The value of an expression. Throws where its evaluation is an error. */
  readonly evaluate?: (spec: SpecCase) => CelValue;
}

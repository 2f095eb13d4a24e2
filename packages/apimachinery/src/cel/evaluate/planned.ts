import type { CheckedExpr } from '../check/check.ts';
import type { Expr } from '../ast/expr.ts';
import type { Environment } from '../declarations/declaration.ts';
import type { CelError, CelValue } from '../values/value.ts';
import { type Attribute, evaluation } from './attribute.ts';
import type { SlowStep, Step } from './frame.ts';

/** What the planner makes of a node: the form decides what the nodes around it cost, as in cel-go. */
export type Planned =
  | { readonly kind: 'constant'; readonly value: CelValue }
  | { readonly kind: 'attribute'; readonly attribute: Attribute }
  /** `inPieces`: of what may take long, as loops do. */
  | { readonly kind: 'step'; readonly run: Step; readonly inPieces?: SlowStep };

/** The names that an expression may use at a place, with the index of their slot. */
export interface Names {
  readonly name: string;
  readonly slot: number;
  /** Of an accumulator: what it is before its first use. */
  readonly init?: Step;
  readonly outer?: Names;
}

/** The planning of one expression. */
export interface Planning {
  readonly checked: CheckedExpr;
  readonly environment: Environment;
  /** Plans a node. */
  plan(node: Expr, names: Names | undefined): Planned;
  /** The index of a new slot. */
  newSlot(): number;
}

/** Ends the planning of an expression that no program can be made of. */
export class PlanError extends Error {
  override readonly name = 'PlanError';

  constructor(error: CelError) {
    super(error.message);
  }
}

/** A node as a step. */
export function stepOf(planned: Planned): Step {
  switch (planned.kind) {
    case 'constant': {
      const { value } = planned;
      return () => value;
    }
    case 'attribute':
      return evaluation(planned.attribute);
    case 'step':
      return planned.run;
  }
}

/** A node as a step in pieces. Undefined: it is evaluated at once. */
export function piecesOf(planned: Planned): SlowStep | undefined {
  return planned.kind === 'step' ? planned.inPieces : undefined;
}

/** A node that costs nothing of its own, as part of another. */
export function attributeOf(planned: Planned): Attribute {
  return planned.kind === 'attribute' ? planned.attribute : { base: { run: stepOf(planned) }, qualifiers: [] };
}

import { type CelIssue, wholeExpression } from '../issue.ts';

/** How often cel-go lets a rule of the grammar, or a node of the tree, be inside itself. */
export const MAX_DEPTH = 250;

/** That cel-go stops here. The issue is what it reports then, if it has not done so before. */
export class StopError extends Error {
  override readonly name = 'StopError';
  readonly issue: CelIssue | undefined;

  constructor(message?: string) {
    super(message);
    this.issue = message === undefined ? undefined : { ...wholeExpression, message };
  }
}

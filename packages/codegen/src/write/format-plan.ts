import type { WritePlan } from './plan-writes.ts';
import { diffLines } from './diff-lines.ts';

/** Options of {@link formatPlan}. */
export interface FormatPlanOptions {
  /** Show the changes inside files as a unified diff. Default: false. */
  readonly diff?: boolean;
  /** ANSI colours. Default: false. */
  readonly color?: boolean;
}

const verbs = { create: 'create', update: 'update', delete: 'delete' } as const;
const colors = { create: 32, update: 33, delete: 31 } as const;

/** Formats a plan, one line a file, or as diffs, without a trailing line break; says so if nothing changes. */
export function formatPlan(plan: WritePlan, { diff = false, color = false }: FormatPlanOptions = {}): string {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  if (plan.changes.length === 0) return 'Nothing to change.';
  return plan.changes
    .flatMap(({ kind, path, before = '', after = '' }) => {
      const line = `${paint(colors[kind], verbs[kind])} ${path}`;
      if (!diff) return [line];
      return [
        line,
        ...diffLines(before, after).map((text) =>
          text.startsWith('+') ? paint(32, text) : text.startsWith('-') ? paint(31, text) : text,
        ),
      ];
    })
    .join('\n');
}

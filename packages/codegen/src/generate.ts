import { type Diagnostic, hasErrors } from './diagnostic/diagnostic.ts';
import type { GenerateOptions } from './generate-options.ts';
import { fileSystemReader } from './read/source-reader.ts';
import { type GeneratedFile, planWrites, type WritePlan } from './write/plan-writes.ts';

/** The results of a run. */
export interface GenerateResult {
  /** Sorted. If there is an error among them, `files` and the plan's changes are empty. */
  readonly diagnostics: readonly Diagnostic[];
  /** Everything generated, sorted by path. */
  readonly files: readonly GeneratedFile[];
  /** What writing them would change: for `applyPlan`, `--check` and `--dry-run`. */
  readonly plan: WritePlan;
  /**
   * Files of roles that an earlier run may have generated under another name. They are kept; the author has to review
   * them.
   */
  readonly left: readonly string[];
}

/** Computes every generated file of a project. Writes nothing. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { root, reader = fileSystemReader(root) } = options;
  // Imported here, so that the compiler is loaded only when needed; reading the project file does not need it.
  const { runPipeline } = await import('./pipeline.ts');
  const { diagnostics, files, before } = runPipeline({ ...options, reader });
  if (hasErrors(diagnostics)) return { diagnostics, files: [], plan: { root, changes: [], unchanged: [] }, left: [] };
  const plan = planWrites({ root, reader, files, generatedBefore: before.stale });
  const changes = plan.changes.map((change) => ({ ...change, generated: true }));
  return { diagnostics, files, plan: { ...plan, changes }, left: before.doubtful };
}

import type { Describe } from '@kb/kubernetes/data';
import { type Diagnostic, hasErrors } from './diagnostic/diagnostic.ts';
import type { ProjectFile } from './project/project-file.ts';
import { fileSystemReader, type SourceReader } from './read/source-reader.ts';
import { type GeneratedFile, planWrites, type WritePlan } from './write/plan-writes.ts';

/** What {@link generate} works on. */
export interface GenerateOptions {
  /** The folder of the project file, absolute. */
  readonly root: string;
  readonly project: ProjectFile;
  /** How files are seen. Default: the file system below `root`. */
  readonly reader?: SourceReader;
  /** Put Kubernetes' prose into the descriptions of built-in types' fields, or what a function says. Default: true. */
  readonly builtInDescriptions?: boolean | Describe;
  /**
   * Report schemas that the API server would refuse. Default: true; controller-gen does not look, so that comparisons
   * with it do not either.
   */
  readonly checkSchemas?: boolean;
  /** Generate the client too. Default: true. */
  readonly client?: boolean;
  /** Remove what earlier runs generated and this one does not. Default: true. */
  readonly removeStale?: boolean;
  /**
   * Folders of `paths.api` and `paths.controller` that have no `src` are sources themselves, not packages. Default:
   * false.
   */
  readonly bareFolders?: boolean;
}

/** What a run found and made. */
export interface GenerateResult {
  /** Sorted. With an error among them `files` and the plan's changes are empty. */
  readonly diagnostics: readonly Diagnostic[];
  /** Everything generated, sorted by path. */
  readonly files: readonly GeneratedFile[];
  /** What writing them would change: for `applyPlan`, `--check` and `--dry-run`. */
  readonly plan: WritePlan;
  /**
   * Files of roles that stay, though an earlier run may have generated them under another name: somebody has to look.
   */
  readonly left: readonly string[];
}

/** Computes every generated file of a project. Writes nothing. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { root, reader = fileSystemReader(root) } = options;
  // The compiler is loaded only here: whoever reads the project file alone does not pay for it.
  const { runPipeline } = await import('./pipeline.ts');
  const { diagnostics, files, before } = runPipeline({ ...options, reader });
  if (hasErrors(diagnostics)) return { diagnostics, files: [], plan: { root, changes: [], unchanged: [] }, left: [] };
  const plan = planWrites({ root, reader, files, generatedBefore: before.stale });
  const changes = plan.changes.map((change) => ({ ...change, generated: true }));
  return { diagnostics, files, plan: { ...plan, changes }, left: before.doubtful };
}

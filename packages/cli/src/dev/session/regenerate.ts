import { applyPlan, type Diagnostic, formatDiagnostics, hasErrors, type JsonDiagnostic, nodeDisk } from '@kb/codegen';
import type { CommandContext } from '../../command-line/command.ts';
import { type OpenProject, openProject } from '../../open-project.ts';
import { workOnProject } from '../../project-lock/work-on-project.ts';
import type { Tell } from '../events/dev-event.ts';
import type { Generator } from '../generator/generator.ts';

/** Files that were generated. */
export interface Regenerated {
  /** The project as it is now. */
  readonly opened: OpenProject;
  /** Those that changed, relative to the project's folder. */
  readonly changed: readonly string[];
}

/**
 * Generates the files of the project, tells what the generator reports, and writes them with the project's lock.
 * Undefined if it reports an error: nothing is written then.
 */
export async function regenerate(
  root: string,
  context: CommandContext,
  { generator, tell, signal }: { readonly generator: Generator; readonly tell: Tell; readonly signal: AbortSignal },
): Promise<Regenerated | undefined> {
  const { disk = nodeDisk, terminal } = context;
  return workOnProject({ root, command: 'kb dev', writes: true, signal }, context, async (lock) => {
    const { diagnostics, plan, files = [] } = await generator.generate(root);
    const failed = hasErrors(diagnostics);
    if (diagnostics.length > 0) tellDiagnostics(diagnostics, failed, terminal.colours, tell);
    if (failed || plan === undefined) return undefined;
    lock.check();
    applyPlan(plan, { command: 'kb dev', disk });
    const changed = plan.changes.map(({ path }) => path);
    tell({ event: 'generated', files: files.length, changed });
    return { opened: openProject(context), changed };
  });
}

function tellDiagnostics(diagnostics: readonly Diagnostic[], failed: boolean, color: boolean, tell: Tell): void {
  const json: unknown = JSON.parse(formatDiagnostics(diagnostics, { format: 'json' }));
  const listed = json as readonly JsonDiagnostic[];
  tell({ event: 'diagnostics', failed, diagnostics: listed, text: formatDiagnostics(diagnostics, { color }) });
}

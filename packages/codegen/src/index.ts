/**
 * From API types with marker comments to CRDs, RBAC roles, webhook configurations and typed clients.
 *
 * ```ts
 * // Diagnostics instead of a project when PROJECT is wrong.
 * const { project, diagnostics } = loadProjectFile(root);
 * const result = await generate({ root, project });                  // computes everything, writes nothing
 * if (hasErrors(result.diagnostics)) {
 *   console.error(formatDiagnostics(result.diagnostics, { format: 'text', color: true }));
 * } else if (check) process.exitCode = result.plan.changes.length > 0 ? 1 : 0;
 * else applyPlan(result.plan);                                       // all or nothing
 * console.log(formatPlan(result.plan, { diff: check || dryRun, color: true }));
 * ```
 *
 * Signatures, in short:
 *
 * - `loadProjectFile(root, reader?): { project?: ProjectFile; diagnostics: Diagnostic[] }`
 * - `formatProjectFile(project): string` (the text of PROJECT); `parseProjectFile(text, file?)`
 * - `generate(options: GenerateOptions): Promise<GenerateResult>`: `{ files, plan, left, diagnostics }`
 * - `formatDiagnostics(diagnostics, { format?: 'text' | 'json' | 'github', color?: boolean }): string`
 * - `planWrites({ root, reader, files, generatedBefore }): WritePlan`; `applyPlan(plan, { journalRoot?, command?, disk?
 *   }): void`; `recoverWrite(root)` after a process that was killed in it
 * - `formatPlan(plan, { diff?: boolean, color?: boolean }): string`
 *
 * A user's mistake is never thrown; an exception is a bug in kb, or an error of the file system.
 *
 * @module
 */
export { deployedNamespace, type DeployedNamespace, renameNamespaceInMarkers } from './project/check-namespace.ts';
export { type DiagnosticCode, diagnosticCodes } from './diagnostic/codes.ts';
export { hasMergeConflict } from './marks/merge-conflict.ts';
export type { FileErrorCode } from './diagnostic/file-error-codes.ts';
export {
  type CodeFrame,
  type Diagnostic,
  hasErrors,
  type Position,
  sortDiagnostics,
  type Span,
} from './diagnostic/diagnostic.ts';
export {
  formatDiagnostics,
  type FormatDiagnosticsOptions,
  type JsonDiagnostic,
} from './diagnostic/format-diagnostics.ts';
export { withoutControls } from './diagnostic/format-frame.ts';
export { addToList, removeFromList } from './edit/list-edit.ts';
export type { ListEdit, ListEntry } from './edit/list-entry.ts';
export { addMarker, addToCall, addToChain } from './edit/source-edit.ts';
export type { CallProperty, ChainCall, ImportedName, TypeMarker } from './edit/wanted-edits.ts';
export type { GenerateOptions } from './generate-options.ts';
export { generate, type GenerateResult } from './generate.ts';
export { formatArgumentType } from './markers/define/argument-type.ts';
export { type RuleTag, ruleTags } from './markers/doc-tags/rule-tags.ts';
export type { MarkerTarget } from './markers/define/marker-definition.ts';
export { withoutMark } from './text/byte-order-mark.ts';
export { inFormOf, plainText } from './text/text-form.ts';
export { nearestName } from './text/nearest-name.ts';
export { type ClientNames, clientNamesOf, lowerFirst } from './naming/client-names.ts';
export { pluralOf } from './naming/plural.ts';
export { type OutputFolders, outputFolders } from './project/output-folders.ts';
export { GROUP_VERSION_FILE, groupVersionText } from './project/group-version-info.ts';
export {
  editProjectFile,
  formatProjectFile,
  loadProjectFile,
  type LoadProjectFileResult,
  parseProjectFile,
} from './project/project-file-text.ts';
export {
  controllersOfResource,
  operatorNamespace,
  defaultProjectPaths,
  type GenerateSettings,
  groupOfResource,
  type ProjectFile,
  PROJECT_FILE_NAME,
  PROJECT_LAYOUT,
  type ProjectPaths,
  type ProjectResource,
  type ProjectWebhooks,
} from './project/project-file.ts';
export { readGenerateSettings } from './project/read-generate-settings.ts';
export { fileSystemReader, memoryReader, type SourceReader } from './read/source-reader.ts';
export { compareLines, type MarkedLine } from './write/diff-lines.ts';
export { applyPlan, type ApplyPlanOptions } from './write/apply-plan.ts';
export { type Disk, nodeDisk } from './write/journal/disk.ts';
export { isLeftOver } from './write/journal/journal.ts';
export { recoverWrite, type RecoveredWrite, unfinishedCommand } from './write/journal/recover-write.ts';
export { openStateFolder, tidyStateFolder } from './write/journal/state-folder.ts';
export { hasUnfinishedWrite } from './write/journal/unfinished-write.ts';
export { formatPlan, type FormatPlanOptions } from './write/format-plan.ts';
export {
  type FileChange,
  type GeneratedFile,
  type PlanOptions,
  planWrites,
  type WritePlan,
} from './write/plan-writes.ts';

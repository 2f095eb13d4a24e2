import { formatPlan, type GeneratedFile, type SourceReader } from '@kb/codegen';
import { CliError } from '../../cli-error.ts';
import { changeOf } from '../plan-scaffold.ts';

/** Throws a CliError that shows what `--force` would change in files that are not as kb writes them. */
export function refuseReplacing(root: string, files: readonly GeneratedFile[], reader: SourceReader): void {
  const changes = files.flatMap((file) => changeOf(file, reader) ?? []);
  const edited = changes.filter(({ kind }) => kind === 'update');
  if (edited.length === 0) return;
  throw new CliError(
    'KB_NEEDS_YES',
    `--force would replace what was edited\n${formatPlan({ root, changes: edited, unchanged: [] }, { diff: true })}`,
    { hint: 'Nothing was written. Add --yes to replace it, or leave --force out: then only what is missing is added.' },
  );
}

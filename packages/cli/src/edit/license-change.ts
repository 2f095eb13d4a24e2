import { type FileChange, formatPlan, type GeneratedFile, type ProjectFile, type SourceReader } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { readHeaderText } from '../scaffold/license/license-header.ts';
import { headerFileOf, withHeaderSettings } from '../scaffold/license/header-settings.ts';
import { changeOf } from '../scaffold/plan-scaffold.ts';

/** What another header of the sources changes in a project. */
export interface LicenseChange {
  readonly project: ProjectFile;
  readonly files: readonly GeneratedFile[];
  readonly removed: readonly string[];
  /** A header in words of the author's own that would be replaced or removed. */
  readonly edited: readonly FileChange[];
}

/**
 * Writes the header into its file, and names that in PROJECT; an empty header removes both. Sources that are there keep
 * the header that they have. `year`: the one for a header with a year, if the project has none.
 */
export function licenseChange(
  header: string,
  { project, reader, year }: { readonly project: ProjectFile; readonly reader: SourceReader; readonly year: string },
): LicenseChange {
  const file = headerFileOf(project);
  const isNamed = project.generate?.sourceHeaderFile !== undefined;
  const there = reader.read(file);
  const next = withHeaderSettings(project, header, year);
  if (header === '' && (!isNamed || there === undefined)) return { project: next, files: [], removed: [], edited: [] };
  const change: FileChange | undefined =
    header === ''
      ? { kind: 'delete', path: file, before: there ?? '' }
      : changeOf({ path: file, content: header }, reader);
  const isOwn = there !== undefined && readHeaderText(there) === undefined;
  return {
    project: next,
    files: header === '' ? [] : [{ path: file, content: header }],
    removed: header === '' ? [file] : [],
    edited: isOwn && change !== undefined ? [change] : [],
  };
}

/** Throws a CliError that shows what would become of a header in words of the author's own. */
export function refuseOwnHeader(root: string, { edited }: LicenseChange): void {
  if (edited.length === 0) return;
  throw new CliError(
    'KB_NEEDS_YES',
    `the header of the sources is not one that kb writes\n${formatPlan({ root, changes: edited, unchanged: [] }, { diff: true })}`,
    { hint: 'Nothing was written. Add --yes to replace it, or edit the file yourself.' },
  );
}

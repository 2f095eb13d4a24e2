import type { GenerateSettings, ProjectFile, SourceReader } from '@kb/codegen';
import { HEADER_FILE } from './license-header.ts';

/** The file of the header of a project's sources, relative to PROJECT, whether it has one or not. */
export function headerFileOf({ generate }: Pick<ProjectFile, 'generate'>): string {
  return generate?.sourceHeaderFile ?? HEADER_FILE;
}

/** The header of a project's sources, with ` YEAR` for the year; empty without one. */
export function presentHeader({ generate }: Pick<ProjectFile, 'generate'>, reader: SourceReader): string {
  const file = generate?.sourceHeaderFile;
  return file === undefined ? '' : (reader.read(file) ?? '');
}

/** The project with the settings for a header. `year`: for one with a year, if the project does not say it yet. */
export function withHeaderSettings(project: ProjectFile, header: string, year: string): ProjectFile {
  const { generate: before, ...rest } = project;
  const generate = header === '' ? withoutHeader(before) : withHeader(before, header, year);
  return { ...rest, ...(generate !== undefined && { generate }) };
}

function withHeader(before: GenerateSettings | undefined, header: string, year: string): GenerateSettings {
  return {
    ...before,
    sourceHeaderFile: before?.sourceHeaderFile ?? HEADER_FILE,
    ...(/ YEAR/.test(header) && { year: before?.year ?? year }),
  };
}

/** The settings without the header; the year stays for manifests that have one. */
function withoutHeader(before: GenerateSettings = {}): GenerateSettings | undefined {
  const { sourceHeaderFile: _file, year, ...others } = before;
  const kept = { ...others, ...(others.headerFile !== undefined && year !== undefined && { year }) };
  return Object.keys(kept).length === 0 ? undefined : kept;
}

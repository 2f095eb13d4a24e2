import type { ProjectFile } from '@kb/codegen';
import type { YAMLParseError } from 'yaml';

/** A file that lists parts of the project, and its required entries. */
export interface ListToEdit {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  /** The content of a new file. */
  readonly content: string;
  /** Entries that the command adds, each with the form that a person would write. */
  readonly added: readonly AddedEntry[];
}

/** An entry to add to a list. */
export interface AddedEntry {
  /** The lines that a person would add, for messages. */
  readonly byHand: string;
  /** Returns the text with the entry, or unchanged if it has the entry; or the reason why it cannot be added. */
  add(text: string): Promise<EditedText>;
}

/** A text that was edited; or the reason why it was not, and the relevant line. */
export type EditedText = { readonly text: string } | { readonly problem: string; readonly line?: number | undefined };

/** Says why a YAML text cannot be edited. */
export function yamlProblem({ code }: YAMLParseError): string {
  return code === 'MULTIPLE_DOCS' ? 'it has several YAML documents' : 'it is not valid YAML';
}

/** A project before and after a command. */
export interface ProjectChange {
  readonly before: ProjectFile;
  readonly after: ProjectFile;
}

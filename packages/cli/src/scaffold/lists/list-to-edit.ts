import type { ProjectFile } from '@kb/codegen';

/** A file that lists what the project has, and what has to be in it. */
export interface ListToEdit {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  /** The content of a new file. */
  readonly content: string;
  /** Entries that the change of the project adds, each with what a person would write. */
  readonly added: readonly AddedEntry[];
}

/** An entry to add to a list. */
export interface AddedEntry {
  /** The lines that a person would add, for messages. */
  readonly byHand: string;
  /** Returns the text with the entry, or unchanged if it has the entry; or why it cannot be added. */
  add(text: string): Promise<EditedText>;
}

/** A text that was edited, or why it was not, and the line in question. */
export type EditedText = { readonly text: string } | { readonly problem: string; readonly line?: number | undefined };

/** A project before a command, and after it. */
export interface ProjectChange {
  readonly before: ProjectFile;
  readonly after: ProjectFile;
}

// +groupName=prose.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** PageSpec has descriptions of every sort. */
export interface PageSpec {
  /** One line. */
  one: string; // rule: prose/one-line

  /**
   * The first line
   * and the second.
   */
  lines: string; // rule: prose/lines-stay-lines

  /**
   * A paragraph.
   *
   * Another paragraph.
   *
   *
   * And one after two blank lines.
   */
  paragraphs: string; // rule: prose/blank-lines-become-one

  /**
   *
   * Between blank lines.
   */
  trimmed: string; // rule: prose/blank-lines-at-the-ends-go

  /**
   * Before the marker
   * +kubebuilder:validation:MinLength=1
   * and after it.
   */
  interrupted: string; // rule: prose/markers-are-left-out

  /**
   * Shown.
   * TODO: this line is not shown
   * This line is.
   */
  todo: string; // rule: prose/todo-lines-are-left-out

  /**
   * Shown.
   *  TODO indented is shown.
   */
  indentedTodo: string;

  /**
   * Shown.
   *
   * ---
   * Nothing below is.
   */
  cut: string; // rule: prose/dashes-end-it, prose/a-line-break-can-be-left

  /**
   * Shown.
   * --- this too
   * Nothing below is.
   */
  cutText: string;

  /**
   * Shown.
   *  --- indented does not end it.
   */
  notCut: string;

  /**
   * In code:
   * ```yaml
   * TODO stays
   * ---
   * stays: too
   * ```
   * TODO goes
   * The end.
   */
  fenced: string; // rule: prose/code-is-kept

  /**
   * In other code:
   * ~~~
   * TODO stays
   * ~~~
   */
  tildes: string;

  /**
   * A list:
   *   - first
   *   - second
   *
   * Code:
   *
   * 	indented by a tab
   * 	  and two spaces
   */
  indented: string; // rule: prose/indentation-is-kept

  /** It has a line that is longer than eighty columns, so that it has to be folded when it is printed, and once more after that, since it goes on. */
  long: string; // rule: yaml/fold-80

  /** It's 'quoted', "quoted", and `quoted`: with a colon. */
  quoted: string; // rule: yaml/single-quotes

  /** Has a # sign, [brackets] and {braces} & more * ! | > % @. */
  signs: string;

  /** - begins like a list */
  dash: string;

  /** # begins like a heading */
  heading: string;

  /** yes */
  yes: string; // rule: yaml/words-that-are-no-text

  /** 123 */
  number: string;

  /** Über größere Änderungen — naïve café 日本語 ✓ */
  letters: string; // rule: prose/any-letters

  /** Has a tab	inside. */
  tab: string; // rule: yaml/tabs-are-escaped

  /** Ends with a colon: */
  colon: string;

  /**
   * First: line.
   * 'Second' line # with signs.
   */
  literal: string; // rule: yaml/literal-blocks

  /**
   *   Indented first line
   * and another.
   */
  leadingSpace: string; // rule: yaml/literal-with-leading-space

  undescribed: string; // rule: prose/none
}

/**
 * Page shows descriptions.
 *
 * It has two paragraphs.
 */
// +kubebuilder:object:root=true
export interface Page extends KubernetesObject {
  spec: PageSpec;
}

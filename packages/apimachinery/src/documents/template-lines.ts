import type { YamlNode } from '../yaml/reader/yaml-node.ts';
import { type ParsedYaml, parseYamlDocument } from './parse-yaml-document.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { type DocumentProblem, quoteShort } from './text-problem.ts';

/** The command that renders a Helm chart. */
const RENDER = 'helm template RELEASE CHART --include-crds > FILE';

/** The hint for a Helm template in place of a value. */
export const TEMPLATE_HINT: string = `it is a template of Helm's: render its chart, and give what that prints: ${RENDER}`;

/** A text without the lines that have only template directives. */
interface WithoutTemplateLines {
  /** The text, in which these lines are empty. */
  readonly text: string;
  /** The offsets of these lines, ascending. */
  readonly removed: readonly number[];
  /** The first of these lines that would produce output. */
  readonly content?: { readonly line: string; readonly at: number };
}

/**
 * Reads a document that is not valid YAML and may be a Helm template. Ignores lines that hold only directives
 * (`{{- if .Values.crds.enabled }}`), with a warning when one produces output. A template in a value is a problem,
 * because the value is unknown. `problem` is the error of the unmodified document. Also returns the text that was read;
 * its lines are those of the document.
 */
export function parseTemplate(text: string, problem: DocumentProblem): { text: string; parsed: ParsedDocument } {
  const stripped = withoutTemplateLines(text);
  const value = stripped.text.indexOf('{{');
  if (stripped.removed.length === 0 && value === -1) return { text, parsed: { problem } };
  const parsed = parseYamlDocument(stripped.text);
  if (parsed.problem !== undefined) {
    const at = value === -1 ? parsed.problem.at : { start: value, end: value + 2 };
    const message =
      value === -1
        ? `the template directives left out, ${parsed.problem.message}`
        : 'there is a template here, where a value is expected';
    return { text: stripped.text, parsed: { problem: { kind: 'template', message, hint: TEMPLATE_HINT, at } } };
  }
  const inValue = templateInValue(stripped, parsed);
  if (inValue !== undefined) return { text: stripped.text, parsed: { problem: inValue } };
  const { content } = stripped;
  return {
    text: stripped.text,
    parsed: content === undefined ? parsed : { ...parsed, warning: leftOut(content.line, content.at) },
  };
}

/**
 * Reads a document that holds only template directives and comments, for its warning. Returns undefined when none of
 * them produces output.
 */
export function parseOnlyTemplates(whole: string): { text: string; parsed: ParsedDocument } | undefined {
  const { text, content } = withoutTemplateLines(whole);
  if (content === undefined) return undefined;
  const warning = leftOut(content.line, content.at);
  return { text, parsed: { value: null, format: 'yaml', locate: () => warning.at, warning } };
}

function leftOut(line: string, at: number): DocumentProblem {
  const message = `${quoteShort(line)} is left out: what the template puts there is not known`;
  return {
    kind: 'template',
    severity: 'warning',
    message,
    hint: `to have it, render its chart, and give what that prints: ${RENDER}`,
    at: { start: at, end: at },
  };
}

/** Whether a document holds only template directives and comments. */
export function isOnlyTemplates(text: string): boolean {
  if (!text.includes('{{')) return false;
  return withoutTemplateLines(text)
    .text.split('\n')
    .every((line) => /^(?:---)?\s*(?:#|$)/.test(line));
}

/** Whether a text contains a template. */
export function hasTemplate(text: string): boolean {
  return /\{\{[^{}]*\}\}/.test(text);
}

/** Removes template lines in one pass. An unclosed action is not a directive. */
function withoutTemplateLines(text: string): WithoutTemplateLines {
  const removed: number[] = [];
  const kept: string[] = [];
  let content: WithoutTemplateLines['content'];
  const lastComment = text.lastIndexOf('*/');
  let length = 0;
  let offset = 0;
  let inComment = false;
  for (const line of text.split('\n')) {
    const opens = !inComment && /^\s*\{\{-?\s*\/\*/.test(line) && offset < lastComment;
    const isComment = inComment || opens;
    const directive = isComment || isDirective(line);
    // A comment may span several lines.
    if (isComment) inComment = !line.includes('*/');
    if (directive) removed.push(length);
    if (directive && !isComment && content === undefined && putsContent(line))
      content = { line: line.trim(), at: length };
    const result = directive ? '' : line;
    kept.push(result);
    length += result.length + 1;
    offset += line.length + 1;
  }
  return { text: kept.join('\n'), removed, ...(content !== undefined && { content }) };
}

/** Actions without output: control flow, comments, assignments, and `fail`. */
const SILENT =
  /^-?\s*(?:(?:if|else|end|range|with|define|block|break|continue|fail)\b|\/\*|\$\w*\s*(?:,\s*\$\w+\s*)?:?=)/;

/** Whether one of the actions of a line produces output. */
function putsContent(line: string): boolean {
  return line
    .split('{{')
    .slice(1)
    .some((action) => !SILENT.test(action));
}

/** Whether a line holds only actions. */
function isDirective(line: string): boolean {
  const text = line.trim();
  let at = 0;
  while (text.startsWith('{{', at)) {
    const end = text.indexOf('}}', at);
    if (end === -1) return false;
    at = end + 2;
    while (text[at] === ' ') at++;
  }
  return at > 0 && at === text.length;
}

/**
 * Reports a template in a value. In a file that is known to be a template, anything in double braces is an action, even
 * in prose.
 */
function templateInValue({ text, removed }: WithoutTemplateLines, { root }: ParsedYaml): DocumentProblem | undefined {
  for (const { start, end } of scalarsIn(root)) {
    const source = text.slice(start, end);
    const template = source.indexOf('{{');
    const lineRemoved = source.includes('\n') && (firstAfter(removed, start) ?? Infinity) < end;
    if (template === -1 && !lineRemoved) continue;
    const at = start + Math.max(0, template);
    const message = 'there is a template in this value';
    return { kind: 'template', message, hint: TEMPLATE_HINT, at: { start: at, end: at + 2 } };
  }
  return undefined;
}

/** Yields the scalars below a node, in the order of the text. */
function* scalarsIn(node: YamlNode | undefined): Generator<YamlNode> {
  if (node?.kind === 'scalar') yield node;
  else if (node?.kind === 'list') for (const item of node.items) yield* scalarsIn(item);
  else if (node?.kind === 'map') {
    for (const { key, value } of node.entries) {
      yield* scalarsIn(key);
      yield* scalarsIn(value);
    }
  }
}

/** Returns the index of the first of ascending numbers that exceeds a limit. */
function firstAfter(numbers: readonly number[], limit: number): number | undefined {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) > limit) high = middle;
    else low = middle + 1;
  }
  return numbers[low];
}

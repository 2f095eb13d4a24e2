import type { YamlNode } from '../yaml/reader/yaml-node.ts';
import { type ParsedYaml, parseYamlDocument } from './parse-yaml-document.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { type DocumentProblem, quoteShort } from './text-problem.ts';

/** How a template becomes what can be read. */
const render = 'helm template RELEASE CHART --include-crds > FILE';

/** What to do about a template of Helm's in the place of a value. */
export const templateHint: string = `it is a template of Helm's: render its chart, and give what that prints: ${render}`;

/** A text without the lines that are nothing but template directives. */
interface WithoutTemplateLines {
  /** Has the same lines, these being empty. */
  readonly text: string;
  /** Where those lines are in it, ascending. */
  readonly removed: readonly number[];
  /** The first of those lines that puts something there, as it was. */
  readonly content?: { readonly line: string; readonly at: number };
}

/**
 * Reads a document that is no YAML as it is, and may be a template of Helm's: lines that are nothing but directives
 * (`{{- if .Values.crds.enabled }}`) are taken as if they were not there, with a warning where one puts something
 * there. A template in a value is a problem, as nobody knows the value. `problem` is what is wrong with the document as
 * it is. Gives the text that was read too: its lines are those of the document.
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
    return { text: stripped.text, parsed: { problem: { kind: 'template', message, hint: templateHint, at } } };
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
 * Reads a document that is nothing but template directives and comments: it is there for the warning alone. Undefined
 * where none of them puts something there.
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
    hint: `to have it, render its chart, and give what that prints: ${render}`,
    at: { start: at, end: at },
  };
}

/** Whether a document has nothing but template directives and comments. */
export function isOnlyTemplates(text: string): boolean {
  if (!text.includes('{{')) return false;
  return withoutTemplateLines(text)
    .text.split('\n')
    .every((line) => /^(?:---)?\s*(?:#|$)/.test(line));
}

/** Whether a text has a template in it. */
export function hasTemplate(text: string): boolean {
  return /\{\{[^{}]*\}\}/.test(text);
}

/** Looks once at every line: an action that does not end is no directive. */
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
    // A comment goes on to the line on which it ends.
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

/** What puts nothing there itself: control, comments, variables that are set, and what makes Helm fail. */
const silent =
  /^-?\s*(?:(?:if|else|end|range|with|define|block|break|continue|fail)\b|\/\*|\$\w*\s*(?:,\s*\$\w+\s*)?:?=)/;

/** Whether a line of nothing but actions has one that puts something there. */
function putsContent(line: string): boolean {
  return line
    .split('{{')
    .slice(1)
    .some((action) => !silent.test(action));
}

/** Whether a line is nothing but actions, one or several. */
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

/** In a file that surely is a template, everything in two braces is one, prose too. */
function templateInValue({ text, removed }: WithoutTemplateLines, { root }: ParsedYaml): DocumentProblem | undefined {
  for (const { start, end } of scalarsIn(root)) {
    const source = text.slice(start, end);
    const template = source.indexOf('{{');
    const lineRemoved = source.includes('\n') && (firstAfter(removed, start) ?? Infinity) < end;
    if (template === -1 && !lineRemoved) continue;
    const at = start + Math.max(0, template);
    const message = 'there is a template in this value';
    return { kind: 'template', message, hint: templateHint, at: { start: at, end: at + 2 } };
  }
  return undefined;
}

/** In the order of the text. */
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

/** The first of ascending numbers that is above a limit. */
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

import type { Entry, Lines, MapTemplate, Template } from '../template/template.ts';
import { entriesOf, isLines } from '../template/template.ts';

/** The labels that the chart's helpers write. */
export const helpedLabels = [
  'app.kubernetes.io/name',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/managed-by',
  'app.kubernetes.io/version',
  'helm.sh/chart',
];

/** An entry whose value is that of the chart, and which is left out where that is empty. */
export function entryOfValue(key: string, value: string): Lines {
  return {
    lines: (indentation) => {
      const space = ' '.repeat(indentation);
      return [
        `${space}{{- with ${value} }}`,
        `${space}${key}:`,
        `${space}  {{- toYaml . | nindent ${indentation + 2} }}`,
        `${space}{{- end }}`,
      ];
    },
  };
}

/** The same for a value that is a text or a number. `when`: the condition under which it is there. */
export function entryOfScalar(key: string, value: string, when = value): Lines {
  return {
    lines: (indentation) => {
      const space = ' '.repeat(indentation);
      return [`${space}{{- if ${when} }}`, `${space}${key}: {{ ${value} }}`, `${space}{{- end }}`];
    },
  };
}

/** Entries of a map that a value of the chart adds, except those that are there already. */
export function moreEntries(value: string, taken: readonly string[]): Lines {
  const omitted = taken.map((key) => ` "${key}"`).join('');
  return {
    lines: (indentation) => [
      `${' '.repeat(indentation)}{{- with omit (${value} | default dict)${omitted} }}`,
      `${' '.repeat(indentation)}{{- toYaml . | nindent ${indentation} }}`,
      `${' '.repeat(indentation)}{{- end }}`,
    ],
  };
}

/** Lines of Helm's language at the indentation of what they stand among. */
export function helmLines(...lines: readonly string[]): Lines {
  return { lines: (indentation) => lines.map((line) => ' '.repeat(indentation) + line) };
}

/** Replaces an entry of a map by another or by lines; where there is none, adds it at the end. */
export function replaceEntry(node: Template, key: string, lines: Entry | Lines): MapTemplate {
  const entries = entriesOf(node);
  const place = entries.findIndex((entry) => !isLines(entry) && entry.key === key);
  if (place === -1) return { is: 'map', entries: [...entries, lines] };
  return { is: 'map', entries: entries.map((entry, index): Entry | Lines => (index === place ? lines : entry)) };
}

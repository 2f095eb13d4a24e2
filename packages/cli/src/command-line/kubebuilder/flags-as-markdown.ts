import { kubebuilderFlags } from './kubebuilder-flags.ts';

const treatments = { same: 'same', accepted: 'accepted, no effect', refused: 'refused' } as const;

/** The page about kubebuilder's flags. */
export function flagsPage(): string {
  const rows = kubebuilderFlags.map(({ command, flag, treatment, note }) => [
    `\`kb ${command}\``,
    `\`--${flag}\``,
    treatments[treatment],
    note,
  ]);
  const head = ['command', "kubebuilder's flag", 'kb', 'kb’s way, or why'.replace('’', "'")];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return `# kubebuilder's flags

What kb does with each flag of kubebuilder 4.15. \`kubebuilder alpha update\` is \`kb update\`. A refused flag is an error
that says kb's way; nothing is written then. This page is made from \`packages/cli/src/command-line/kubebuilder\`.

${[line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n')}
`;
}

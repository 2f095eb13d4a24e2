import type { ListedMarker } from '@kb/codegen/list-markers';
import type { Terminal } from '../terminal/terminal.ts';
import { type DescribedArgument, describedArguments, headingOf, targetNames } from './describe-markers.ts';

type Paint = Terminal['paint'];

/** Lists every marker on a line, under the heading of its section: name, targets, summary. */
export function markerColumns(markers: readonly ListedMarker[], paint: Paint): string {
  const nameWidth = Math.max(...markers.map(({ name }) => name.length)) + 1;
  const targetWidth = Math.max(...markers.map(({ targets }) => targets.join(', ').length));
  const parts = [...new Set(markers.map(({ category }) => category))].map((category) => {
    const rows = markers
      .filter((marker) => marker.category === category)
      .map(({ name, targets, summary }) => {
        const left = paint('cyan', `+${name}`.padEnd(nameWidth));
        return `  ${left}  ${paint('dim', targets.join(', ').padEnd(targetWidth))}  ${summary}`;
      });
    return [paint('bold', headingOf(category)), ...rows].join('\n');
  });
  return `${parts.join('\n\n')}\n\nkb markers NAME describes the arguments of one.`;
}

/** Prints all details of some markers, a block each. */
export function markerDetails(markers: readonly ListedMarker[], paint: Paint): string {
  return markers.map((marker) => details(marker, paint)).join('\n\n');
}

function details(marker: ListedMarker, paint: Paint): string {
  const { name, category, targets, summary, example, repeatable } = marker;
  const taken = describedArguments(marker);
  const nameWidth = Math.max(0, ...taken.map((argument) => argument.name.length));
  const typeWidth = Math.max(0, ...taken.map(({ type }) => type.length));
  const row = ({ name: argument, type, optional, summary: purpose = '' }: DescribedArgument): string => {
    const needed = optional ? paint('dim', 'optional') : '               ';
    return `${argument.padEnd(nameWidth)}  ${type.padEnd(typeWidth)}  ${needed}  ${purpose}`.trim();
  };
  const [first] = taken;
  const takes = first === undefined ? 'nothing' : first.name === '' ? row(first) : '';
  return [
    `${paint('bold', `+${name}`)}  ${paint('dim', `(${category})`)}`,
    `  ${summary}`,
    `  On:        ${targets.map((target) => targetNames[target]).join(', ')}${repeatable ? '; may be there several times' : ''}`,
    `  Takes:     ${takes}`.trimEnd(),
    ...(takes === '' ? taken.map((argument) => `    ${row(argument)}`) : []),
    `  Example:   ${paint('cyan', `// ${example}`)}`,
  ].join('\n');
}

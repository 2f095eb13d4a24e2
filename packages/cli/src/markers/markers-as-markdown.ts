import type { ListedMarker } from '@kb/codegen/list-markers';
import { pageSections } from './page-sections.ts';
import { type DescribedArgument, describedArguments, headingOf, targetNames } from './describe-markers.ts';

const INTRODUCTION = `# Markers

Every marker that kb knows, printed by \`kb markers --format markdown\`. A marker is a line of a \`//\` or JSDoc comment, directly above its declaration;
one for a folder is in a free-standing comment in any of its files. A marker of controller-gen with the same name means the same; [compatibility.md](compatibility.md) lists every difference.`;

/** Formats the reference of markers as a page. */
export function markersAsMarkdown(markers: readonly ListedMarker[]): string {
  const parts = [...new Set(markers.map(({ category }) => category))].map((category) => {
    const rows = markers.filter((marker) => marker.category === category).map(section);
    return [`## ${headingOf(category)}`, ...rows].join('\n\n');
  });
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}

/** Formats the page about comments: the reference of all markers, JSDoc tags, and warnings. */
export function markerPage(markers: readonly ListedMarker[]): string {
  return `${markersAsMarkdown(markers)}\n${pageSections()}\n`;
}

function section(marker: ListedMarker): string {
  const { name, targets, summary, example, repeatable } = marker;
  const on = `On ${targets.map((target) => targetNames[target]).join(', ')}${repeatable ? '; repeatable' : ''}.`;
  const [first, ...others] = describedArguments(marker);
  const isValue = first?.name === '' && others.length === 0;
  let takes = 'Takes:';
  if (first === undefined) takes = 'Takes nothing.';
  else if (isValue) takes = `Takes ${typeOf(first)}.`;
  const rows =
    first === undefined || isValue
      ? []
      : [
          [first, ...others]
            .map(
              (argument) =>
                `- \`${argument.name}\` ${typeOf(argument)}${argument.summary === undefined ? '' : `: ${escaped(argument.summary)}`}`,
            )
            .join('\n'),
        ];
  return [`### \`+${name}\``, escaped(summary), `${on} ${takes}`, ...rows, `\`\`\`ts\n// ${example}\n\`\`\``].join(
    '\n\n',
  );
}

function typeOf({ type, optional }: DescribedArgument): string {
  return optional ? `\`${type}\` (optional)` : `\`${type}\``;
}

/** Escapes text for Markdown. */
function escaped(text: string): string {
  return text.replace(/[*_<]/g, '\\$&');
}

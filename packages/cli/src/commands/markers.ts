import type { Terminal } from '../terminal/terminal.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command-line/command.ts';
import { findMarkers } from '../markers/find-markers.ts';
import { markersAsJson } from '../markers/describe-markers.ts';
import { markerPage, markersAsMarkdown } from '../markers/markers-as-markdown.ts';
import { markerColumns, markerDetails } from '../markers/markers-as-text.ts';

const formats = ['text', 'json', 'markdown'] as const;

/** `kb markers`. */
export const command = defineCommand({
  flags: {
    format: {
      type: 'string',
      value: 'FORMAT',
      description: 'The format: text, json or markdown. Default: text.',
    },
  },
  argument: { name: 'NAME', description: "a marker's name, or a part of it. Without it: a short list of all." },
  async run(values, { terminal }, name) {
    const format = formats.find((known) => known === (values.format ?? 'text'));
    if (!format) {
      throw new CliError('KB_WRONG_FLAGS', `--format is one of ${formats.join(', ')}, not "${values.format}"`, {
        exitCode: 2,
      });
    }
    const paint: Terminal['paint'] = (colour, text) => terminal.paint(colour, text);
    // The markers load what judges schemas, which --help does not need.
    const { listMarkers } = await import('@kb/codegen/list-markers');
    const all = listMarkers();
    const markers = name === undefined ? all : findMarkers(name, all);
    if (format === 'json') terminal.print(markersAsJson(markers));
    else if (format === 'markdown')
      terminal.print(name === undefined ? markerPage(markers) : markersAsMarkdown(markers));
    else terminal.print(name === undefined ? markerColumns(markers, paint) : markerDetails(markers, paint));
    return 0;
  },
});

import { listMarkers } from '@kb/codegen';
import type { Terminal } from '../terminal.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { findMarkers } from '../markers/find-markers.ts';
import { markersAsJson } from '../markers/markers-as-json.ts';
import { markerPage, markersAsMarkdown } from '../markers/markers-as-markdown.ts';
import { markerColumns, markerDetails } from '../markers/markers-as-text.ts';

const formats = ['text', 'json', 'markdown'] as const;

/** `kb markers`. */
export const command = defineCommand({
  flags: {
    format: {
      type: 'string',
      value: 'FORMAT',
      description: 'How they are printed: text, json or markdown. Default: text.',
    },
  },
  word: { name: 'NAME', description: "a marker's name, or a part of it. Without it: all of them, in short." },
  run(values, { terminal }, word) {
    const format = formats.find((known) => known === (values.format ?? 'text'));
    if (!format) {
      throw new CliError('KB_WRONG_FLAGS', `--format is one of ${formats.join(', ')}, not "${values.format}"`, {
        exitCode: 2,
      });
    }
    const paint: Terminal['paint'] = (colour, text) => terminal.paint(colour, text);
    const all = listMarkers();
    const markers = word === undefined ? all : findMarkers(word, all);
    if (format === 'json') terminal.print(markersAsJson(markers));
    else if (format === 'markdown')
      terminal.print(word === undefined ? markerPage(markers) : markersAsMarkdown(markers));
    else terminal.print(word === undefined ? markerColumns(markers, paint) : markerDetails(markers, paint));
    return Promise.resolve(0);
  },
});

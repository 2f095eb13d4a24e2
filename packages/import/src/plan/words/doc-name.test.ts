import { expect, test } from 'vitest';
import { docNameOf } from './doc-name.ts';

test.each([
  ['WidgetPart represents one.', 'WidgetPart'],
  ['A WidgetPart is one of many.', 'WidgetPart'],
  ['An HTTPPart is one of many.', 'HTTPPart'],
  ['A WidgetPart in a Widget.', 'WidgetPart'],
  ['Part embodies a place.', 'Part'],
  ['Widgets are made of parts.', 'Widgets'],
  ['WidgetPart\nis on two lines', undefined],
  ['WidgetPart', undefined],
  ['The WidgetPart is one.', undefined],
  ['This is a part.', undefined],
  ['Represents a part.', undefined],
  ['Specifies the part.', undefined],
  ['Filter name and value.', undefined],
  ['name is the name', undefined],
  ['K8sPart is written so that printers of types leave it.', 'K8SPart'],
  [`${'W'.repeat(50)} is too long`, undefined],
  ['', undefined],
  [undefined, undefined],
])('%j: %s', (description, want) => {
  expect(docNameOf(description)?.name).toBe(want);
});

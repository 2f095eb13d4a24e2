import { memoryReader } from '@kb/codegen';
import { describe, expect, test } from 'vitest';
import { beginning, headerlessReader, splitHeader, withHeaders } from './source-headers.ts';

const header = '/*\nCopyright 2026 The Crew.\n*/\n\n';
const body = "import { a } from 'a';\n";

describe('splits a source', () => {
  test.each([
    ['with the header of the project', header, body],
    ['with an older one', '/*\nCopyright 2024 The Mates.\n*/\n\n', body],
    ['with lines', '// Copyright 2024 The Mates.\n// SPDX-License-Identifier: MIT\n\n', body],
    ['with line breaks of Windows', '/*\r\nCopyright 2024.\r\n*/\r\n\r\n', body.replaceAll('\n', '\r\n')],
    ['with lines and line breaks of Windows', '// License: MIT\r\n\r\n', body],
    ['without a header', '', body],
    ['with another comment', '', `/* Mine. */\n\n${body}`],
    ['with lines of another comment', '', `// Edit this file.\n// +groupName=a\n\n${body}`],
    ['with a comment of what follows', '', `/** The license of a shop. */\nexport interface License {}\n`],
    ['with lines of what follows', '', `// The copyright of a book.\n${body}`],
    ['with a comment that does not end', '', '/* Copyright 2026'],
    ['that is empty', '', ''],
  ])('%s', (_, head, rest) => {
    expect(splitHeader(head + rest, header)).toEqual({ header: head, body: rest });
  });

  test('with a header of the project that says nothing of a license', () => {
    const own = '// Confidential.\n\n';
    expect(splitHeader(own + body, own)).toEqual({ header: own, body });
    expect(splitHeader(own + body)).toEqual({ header: '', body: own + body });
  });
});

test('a source begins with the header and an empty line', () => {
  expect(beginning('/*\r\nCopyright YEAR The Crew.\r\n*/', '2026')).toBe(header);
  expect(beginning('/*\nCopyright YEAR The Crew.\n*/\n\n\n', '2026')).toBe(header);
  expect(beginning(' \n', '2026')).toBe('');
});

describe('gives sources', () => {
  const old = '/* Copyright 2024. */\n\n';
  const reader = memoryReader({ 'old.ts': old + body, 'bare.ts': body, 'windows.ts': '/* License */\r\n\r\na;\r\n' });
  const write = (path: string, content: string): string | undefined =>
    withHeaders([{ path, content }], header, reader)[0]?.content;

  test.each([
    ['the header of the project, if they are new', 'new.ts', body, header + body],
    ['the header that they have', 'old.ts', 'b;\n', `${old}b;\n`],
    ['none, if they have none', 'bare.ts', 'b;\n', 'b;\n'],
    ['the header once', 'new.ts', header + body, header + body],
    ['line breaks of their own', 'windows.ts', 'b;\r\n', '/* License */\r\n\r\nb;\r\n'],
    ['nothing, if they are other files', 'new.yaml', 'a: 1\n', 'a: 1\n'],
  ])('%s', (_, path, content, expected) => {
    expect(write(path, content)).toBe(expected);
  });

  test('nothing without a header', () => {
    expect(withHeaders([{ path: 'new.ts', content: body }], '')).toEqual([{ path: 'new.ts', content: body }]);
  });
});

test('reads sources without their headers, and other files as they are', () => {
  const reader = headerlessReader(memoryReader({ 'a.ts': header + body, 'a.md': header }), header);
  expect(['a.ts', 'a.md', 'none.ts'].map((file) => reader.read(file))).toEqual([body, header, undefined]);
  expect(reader.list('')).toEqual(['a.md', 'a.ts']);
});

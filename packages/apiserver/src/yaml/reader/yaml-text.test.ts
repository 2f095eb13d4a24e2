import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, startWire } from '../../test-support/wire.ts';
import { YamlError } from './yaml-error.ts';
import { yamlText } from './yaml-text.ts';

const document = (lineBreak: string, more = ''): string =>
  ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: made', 'data:', '  a: b', more].join(lineBreak);

function utf16(text: string, bigEndian = false): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

/** Creates an object from YAML; returns its data, or the message that refuses it. */
async function create(bytes: Uint8Array): Promise<unknown> {
  const { transport } = startWire();
  const headers = { 'content-type': 'application/yaml' };
  const { body } = await transport.send({ method: 'POST', path: CONFIG_MAPS, headers, body: bytes });
  const answer = JSON.parse(new TextDecoder().decode(body as Uint8Array));
  return answer.data ?? answer.message.replace(/^.*\): | \([\da-f]+ \.\.\.\)$/g, '');
}

// The expected results are those of kube-apiserver 1.36.3.
describe('YAML', () => {
  test.each<[string, Uint8Array, unknown]>([
    ['CR alone', Buffer.from(document('\r')), { a: 'b' }],
    ['CR in block scalars', Buffer.from(document('\r', '  c: |\r    one\r    two\r')), { a: 'b', c: 'one\ntwo\n' }],
    [
      'CR in folded scalars',
      Buffer.from(document('\r', '  c: >\r    one\r    two\r\r    three\r')),
      { a: 'b', c: 'one two\nthree\n' },
    ],
    ['CR in quoted scalars', Buffer.from(document('\n', '  c: "one\r    two"\n')), { a: 'b', c: 'one two' }],
    [
      'all kinds of line breaks',
      Buffer.from(document('\n', '  c: d\r  e: f\r\n  g: h\u0085  i: j\n')),
      { a: 'b', c: 'd', e: 'f', g: 'h', i: 'j' },
    ],
    ['CR after comments', Buffer.from(document('\r', '  # c\r  c: d\r')), { a: 'b', c: 'd' }],
    ['UTF-16, little end first', utf16(document('\n', '  c: "\u00e4\u{1f600}"\n')), { a: 'b', c: '\u00e4\u{1f600}' }],
    [
      'UTF-16, big end first',
      utf16(document('\r', '  c: "\u00e4\u{1f600}"\r'), true),
      { a: 'b', c: '\u00e4\u{1f600}' },
    ],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${document('\n')}`), { a: 'b' }],
  ])('is read with %s', async (_, bytes, data) => {
    expect(await create(bytes)).toEqual(data);
  });

  test.each(['', '\0', 'a\0b', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'])(
    'accepts every character in UTF-16: %j',
    (text) => {
      expect([yamlText(utf16(text)), yamlText(utf16(text, true))]).toEqual([text, text]);
    },
  );

  test.each([
    ['UTF-16 without a mark', utf16(document('\n')).subarray(2), 'yaml: control characters are not allowed'],
    [
      'half a character of UTF-16',
      Buffer.concat([utf16(document('\n')), Buffer.from('x')]),
      'yaml: incomplete UTF-16 character',
    ],
    [
      'half a pair at the end',
      Buffer.concat([utf16(document('\n')), Buffer.from([0, 0xd8])]),
      'yaml: incomplete UTF-16 surrogate pair',
    ],
    ['a high surrogate alone', utf16(document('\n', '  c: "\ud800"\n')), 'yaml: expected low surrogate area'],
    ['a low surrogate alone', utf16(document('\n', '  c: "\udc00"\n')), 'yaml: unexpected low surrogate area'],
    [
      'bytes that are not UTF-8',
      Buffer.from(document('\n', '  c: \u00ff\n'), 'latin1'),
      'yaml: invalid leading UTF-8 octet',
    ],
  ])('with %s is refused', async (_, bytes, message) => {
    expect(await create(bytes)).toBe(message);
  });

  test('is the same in UTF-8 and in UTF-16, or refused in both', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, bigEndian) => {
        fc.pre(!text.startsWith('\ufeff'));
        expect(yamlText(utf16(text, bigEndian))).toBe(yamlText(Buffer.from(text)));
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const read = (): string | YamlError => {
          try {
            return yamlText(bytes);
          } catch (error) {
            if (error instanceof YamlError) return error;
            throw error;
          }
        };
        expect(String(read())).not.toMatch(/\r(?!\n)/);
      }),
    );
  });
});

import { type JsonSchemaProps, validateSchema } from '@kb/apimachinery/schema';
import fc from 'fast-check';

/** Strings that satisfy common patterns and formats of APIs. */
const usual = [
  'text',
  'a',
  'Text',
  '1',
  '0',
  '1h',
  '30s',
  '1h30m0s',
  '10Mi',
  '100m',
  '50%',
  '0.5',
  'v1',
  'v1.2.3',
  '1.2.3',
  '2026-01-02T03:04:05Z',
  '2026-01-02',
  'a.example.com',
  '*.example.com',
  'example.com/name',
  'https://a.example.com/path',
  'http://a.example.com',
  's3://bucket/path',
  'a@example.com',
  '/path/to/file',
  'path/to/file',
  '10.0.0.1',
  '10.0.0.0/8',
  '10.0.0.1:80',
  'fd00::1',
  'fd00::/8',
  '01:23:45:67:89:ab',
  'c0ffee00-1234-4abc-8def-0123456789ab',
  'dGV4dA==',
  'name-with-dashes',
  'NAME_WITH_UNDERSCORES',
  '*/5 * * * *',
  'sha256:' + '0123456789abcdef'.repeat(4),
  'arn:aws:iam::123456789012:role/name',
  '',
];

const known = new Map<string, readonly string[]>();

/** Strings that a string schema accepts; empty if there is no known way to make one. */
export function sampleTexts(schema: JsonSchemaProps): readonly string[] {
  const { pattern, format, minLength, maxLength } = schema;
  const key = JSON.stringify([pattern, format, minLength, maxLength]);
  let texts = known.get(key);
  if (texts === undefined) {
    const rule: JsonSchemaProps = {
      type: 'string',
      ...(pattern !== undefined && { pattern }),
      ...(format !== undefined && { format }),
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    };
    const fits = (text: string): boolean => validateSchema(rule, text).length === 0;
    texts = usual.filter(fits).slice(0, 3);
    if (texts.length === 0 && minLength !== undefined) texts = ['a'.repeat(Number(minLength))].filter(fits);
    if (texts.length === 0 && pattern !== undefined) texts = matching(pattern).filter(fits).slice(0, 3);
    known.set(key, texts);
  }
  return texts;
}

/** Strings that match a pattern; empty if the pattern is not valid in JavaScript. */
function matching(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 30 });
  } catch {
    return [];
  }
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration, parseDurationNanoseconds } from './duration.ts';
import { formatMicroTime, formatTime, isCivilDate, parseTime } from './format-time.ts';

describe('times', () => {
  const instant = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') });

  test('agree with the platform', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        const iso = new Date(ms).toISOString();
        expect(formatTime(ms)).toBe(iso.replace(/\.\d+Z/, 'Z'));
        expect(formatMicroTime(ms)).toBe(iso.replace('Z', '000Z'));
        expect(parseTime(iso)).toBe(ms);
      }),
      { numRuns: 1000 },
    );
  });

  test.each<[string, number | undefined]>([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T01:00:00+01:00', 0],
    ['1969-12-31T23:30:00-00:30', 0],
    ['1970-01-01T00:00:00.0005Z', 0.5],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2023-02-29T00:00:00Z', undefined],
    ['1970-01-01T24:00:00Z', undefined],
    ['1970-01-01T00:00:00', undefined],
    ['1970-01-01 00:00:00Z', undefined],
    ['x', undefined],
  ])('%s is %s', (text, want) => {
    expect(parseTime(text)).toBe(want);
  });

  test('rejects dates that do not exist', () => {
    expect([
      isCivilDate(2000, 2, 29),
      isCivilDate(1900, 2, 29),
      isCivilDate(2026, 4, 31),
      isCivilDate(2026, 0, 1),
      isCivilDate(2026, 12, 31),
    ]).toEqual([true, false, false, false, true]);
  });
});

describe('durations', () => {
  test.each<[string, number | undefined, string?]>([
    ['0', 0, '0s'],
    ['1h30m', 5_400_000, '1h30m0s'],
    ['-1.5s', -1500, '-1.5s'],
    ['300ms', 300, '300ms'],
    ['1.5us', 0.0015, '1.5µs'],
    ['10ns', 0.00001, '10ns'],
    ['.5h', 1_800_000, '30m0s'],
    ['1h1h', 7_200_000, '2h0m0s'],
    ['', undefined],
    ['5', undefined],
    ['1d', undefined],
    ['.s', undefined],
    ['- 1s', undefined],
    ['2562048h', undefined],
  ])('%s', (text, milliseconds, formatted) => {
    expect(parseDuration(text)).toBe(milliseconds);
    expect(milliseconds === undefined ? undefined : formatDuration(milliseconds)).toBe(formatted);
  });

  test('are read back as written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
    expect(parseDurationNanoseconds('-2562047h47m16.854775808s')).toBe(-(2n ** 63n));
  });
});

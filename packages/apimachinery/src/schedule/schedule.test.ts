import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCronFields } from './parse-cron-fields.ts';
import { parseSchedule, type Schedule } from './schedule.ts';
import { formatOffset, localTime, timeZone, utc } from './time-zone.ts';

const at = (text: string): number => Date.parse(text);
const iso = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');

function scheduleOf(text: string, zone?: string): Schedule {
  const parsed = parseSchedule(text, zone);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.schedule;
}

/** The first times of a schedule. */
function times(text: string, after: string, count: number, zone?: string): (string | undefined)[] {
  const schedule = scheduleOf(text, zone);
  const found: (string | undefined)[] = [];
  for (let time: number | undefined = at(after); time !== undefined && found.length < count;) {
    time = schedule.next(time);
    found.push(iso(time));
  }
  return found;
}

describe('parseSchedule', () => {
  // Expected times are those that robfig/cron computes for the same texts.
  test.each([
    ['*/15 * * * *', '2012-07-09T14:45:00Z', '2012-07-09T15:00:00Z'],
    ['*/15 * * * *', '2012-07-09T14:59:59Z', '2012-07-09T15:00:00Z'],
    ['20-35/15 * * * *', '2012-07-09T14:45:00Z', '2012-07-09T15:20:00Z'],
    ['20-35/15 * * * *', '2012-07-09T23:46:00Z', '2012-07-10T00:20:00Z'],
    ['0 0 29 2 ?', '2012-07-09T23:35:00Z', '2016-02-29T00:00:00Z'],
    ['0 0 * Feb Mon', '2012-07-09T23:35:00Z', '2013-02-04T00:00:00Z'],
    ['0 0 1 Feb Mon/2', '2012-07-09T23:35:00Z', '2013-02-01T00:00:00Z'],
    ['0 0 15 * Fri', '2012-07-09T23:35:00Z', '2012-07-13T00:00:00Z'],
    ['0 0 */10 * Sun', '2012-07-09T23:35:00Z', '2012-07-11T00:00:00Z'],
    ['@hourly', '2012-07-09T23:35:00Z', '2012-07-10T00:00:00Z'],
    ['@weekly', '2012-07-09T23:35:00Z', '2012-07-15T00:00:00Z'],
    ['@every 90m', '2012-07-09T23:35:10.5Z', '2012-07-10T01:05:10Z'],
    ['@every 10ms', '2012-07-09T23:35:10Z', '2012-07-09T23:35:11Z'],
    ['TZ=America/New_York 0 0 * * *', '2012-07-09T05:00:00Z', '2012-07-10T04:00:00Z'],
    ['0 0 31 2 *', '2012-07-09T23:35:00Z', undefined],
    [', * * * *', '2012-07-09T23:35:00Z', undefined],
    ['0 0 , * Mon', '2012-07-09T23:35:00Z', '2012-07-16T00:00:00Z'],
  ])('%s after %s: %s', (text, after, expected) => {
    expect(iso(scheduleOf(text).next(at(after)))).toBe(expected);
  });

  test('skips and repeats the local times that changes of the clocks skip and repeat', () => {
    const zone = 'America/New_York';
    expect(times('30 2 11 Mar ?', '2012-03-10T05:00:00Z', 1, zone)).toEqual(['2013-03-11T06:30:00Z']);
    expect(times('0 * * * ?', '2012-03-11T06:30:00Z', 2, zone)).toEqual([
      '2012-03-11T07:00:00Z',
      '2012-03-11T08:00:00Z',
    ]);
    expect(times('30 1 * * ?', '2012-11-04T04:00:00Z', 3, zone)).toEqual([
      '2012-11-04T05:30:00Z',
      '2012-11-04T06:30:00Z',
      '2012-11-05T06:30:00Z',
    ]);
    // Midnight does not exist on this day.
    expect(times('0 9 10 Sep ?', '2012-09-08T02:00:00Z', 1, 'America/Sao_Paulo')).toEqual(['2012-09-10T12:00:00Z']);
    expect(times('0 1 * * *', '2018-11-04T02:00:00Z', 2, 'America/Sao_Paulo')).toEqual([
      '2018-11-04T03:00:00Z',
      '2018-11-05T03:00:00Z',
    ]);
  });

  test.each([
    ['', 'empty spec string'],
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['5-3 * * * *', 'beginning of range (5) beyond end of range (3): 5-3'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['*/-5 * * * *', 'negative number (-5) not allowed: -5'],
    ['@unrecognized', 'unrecognized descriptor: @unrecognized'],
    ['@every 1d', 'failed to parse duration @every 1d: time: unknown unit "d" in duration "1d"'],
    ['TZ=Nowhere/City * * * * *', 'provided bad location Nowhere/City: unknown time zone Nowhere/City'],
  ])('refuses %j', (text, error) => {
    expect(parseSchedule(text)).toEqual({ error });
  });

  test('finds the first minute that matches, in any zone', () => {
    const part = (min: number, max: number): fc.Arbitrary<string> =>
      fc.oneof(
        fc.constant('*'),
        fc.integer({ min, max }).map(String),
        fc.integer({ min: 1, max: max - min }).map((step) => `*/${step}`),
        fc
          .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
          .map((pair) => pair.toSorted((a, b) => a - b).join('-')),
      );
    const text = fc.tuple(part(0, 59), part(0, 23), fc.constant('*'), fc.constant('*'), part(0, 6));
    const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland');
    const start = fc.integer({ min: at('2023-01-01T00:00:00Z'), max: at('2025-01-01T00:00:00Z') });
    fc.assert(
      fc.property(text, zones, start, (fields, name, after) => {
        const found = timeZone(name);
        const zone = typeof found === 'string' ? utc : found;
        const cron = parseCronFields(fields.join(' '));
        if ('error' in cron) throw new Error(cron.error);
        const next = scheduleOf(fields.join(' '), name).next(after) ?? 0;
        const matches = (time: number): boolean => {
          const { minute, hour, weekday } = localTime(time, zone);
          return cron.minute.values.has(minute) && cron.hour.values.has(hour) && cron.dayOfWeek.values.has(weekday);
        };
        let expected = Math.floor(after / 60_000) * 60_000 + 60_000;
        // Hours only, and then minutes: the zones here differ from UTC by halves of hours at least.
        while (!matches(expected)) expected += 60_000;
        expect(iso(next)).toBe(iso(expected));
      }),
      { numRuns: 40 },
    );
  });
});

test.each([
  [0, 'Z'],
  [19_800_000, '+05:30'],
  [-14_400_000, '-04:00'],
])('formatOffset(%i) is %s', (offset, text) => {
  expect(formatOffset(offset)).toBe(text);
});

test.each(['Nowhere/City', '+01:00', 'x'.repeat(1000)])('there is no zone %s', (name) => {
  expect(timeZone(name)).toBe(`unknown time zone ${name}`);
});

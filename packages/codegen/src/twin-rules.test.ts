import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { markerDefinitions } from './markers/definitions/registry.ts';
import { filesBelow, hasMarker, readRules, shownByTwin, shownIn } from './test-support/twin-rules.ts';
import { readTwin, repository, twinNames } from './test-support/twins.ts';

/**
 * Every rule of controller-gen must be shown by a twin in both languages, or by a scenario if kb differs or refuses; or
 * there must be a reason why TypeScript cannot express it.
 */
const rules = readRules();
const ids = new Set(rules.map(({ id }) => id));
const twins = twinNames.map((name) => {
  const twin = readTwin(name);
  return { name, newer: twin.newer, go: shownByTwin(twin, 'go'), ts: shownByTwin(twin, 'ts') };
});
const scenarioFolder = path.join(import.meta.dirname, 'testdata/scenarios');
const scenarios = readdirSync(scenarioFolder)
  .filter((name) => existsSync(path.join(scenarioFolder, name, 'input')))
  .map((name) => ({ name, shown: shownByScenario(name) }));

describe('the rules', () => {
  test('have unique ids, and a sentence', () => {
    expect(rules.map(({ id }) => id).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
    expect(rules.filter(({ id, says, section }) => !/^[\w./:'-]+$/.test(id) || says === '' || section === '')).toEqual(
      [],
    );
  });

  test('have only one sort of proof', () => {
    const sorts = rules.map(({ id, marker, goOnly, differs, refused }) => ({
      id,
      sorts: [marker, goOnly, differs, refused].filter((sort) => sort !== undefined).length,
    }));
    expect(sorts.filter((rule) => rule.sorts > 1)).toEqual([]);
  });

  test('exist if a source names them', () => {
    const named = [...twins.flatMap(({ go, ts }) => [go, ts]), ...scenarios.map(({ shown }) => shown.all)];
    expect(named.flatMap((shown) => [...shown.rules.keys()].filter((id) => !ids.has(id)))).toEqual([]);
  });

  test('cover every marker and argument that kb knows', () => {
    const known = rules.filter(({ marker }) => marker !== undefined);
    const missing = markerDefinitions
      .filter(({ name }) => !/^kb:|^kubebuilder:ac:|^kubebuilder:object:generate|^k8s:deepcopy-gen/.test(name))
      .flatMap(({ name, targets, arguments: taken }) => {
        const places = targets.filter((on) => !known.some((rule) => rule.marker === name && rule.on === on));
        const names = taken.kind === 'named' ? taken.arguments.map((argument) => argument.name) : [];
        const unlisted = names.filter(
          (wanted) => !known.some((rule) => rule.marker === name && rule.argument === wanted),
        );
        return [...places.map((on) => `${name} on a ${on}`), ...unlisted.map((argument) => `${name}: ${argument}`)];
      });
    expect(missing).toEqual([]);
  });
});

test.each(twins)('$name names the same rules in Go and in TypeScript', ({ go, ts }) => {
  expect([...ts.rules.keys()].sort()).toEqual([...go.rules.keys()].sort());
});

describe('are shown', () => {
  const ofTwins = rules.filter(({ goOnly, differs, refused }) => (goOnly ?? differs ?? refused) === undefined);

  test('by a twin, if TypeScript can express them', () => {
    const unshown = ofTwins.filter(
      (rule) =>
        !twins.some(({ go, ts, newer }) => {
          if (rule.since !== undefined && !newer) return false;
          return rule.marker === undefined
            ? go.rules.has(rule.id) && ts.rules.has(rule.id)
            : hasMarker(go, rule) && hasMarker(ts, rule);
        }),
    );
    expect(unshown.map(({ id }) => id)).toEqual([]);
  });

  test('never only by a twin that cannot show them', () => {
    const wrong = rules
      .filter(({ goOnly, differs, refused, since }) => (goOnly ?? differs ?? refused ?? since) !== undefined)
      .filter(({ id, since }) => twins.some(({ ts, newer }) => ts.rules.has(id) && (since === undefined || !newer)));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('by a scenario, if kb differs or refuses', () => {
    const unshown = rules
      .filter(({ differs, refused }) => (differs ?? refused) !== undefined)
      .filter(({ id }) => !scenarios.some(({ shown }) => shown.proven.has(id)));
    expect(unshown.map(({ id }) => id)).toEqual([]);
  });
});

test('every difference has a row in docs/compatibility.md', () => {
  const rows = readFileSync(path.join(repository, 'docs/compatibility.md'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| (.*?) +\|/.exec(line)?.[1] ?? []);
  const isListed = (differs: string): boolean => rows.some((row) => row.includes(differs));
  const unlisted = new Set(rules.flatMap(({ differs }) => (differs === undefined || isListed(differs) ? [] : differs)));
  expect([...unlisted]).toEqual([]);
});

/**
 * The rules that a scenario names, and those that it proves: a rule about errors needs one between its line and the
 * next blank one.
 */
function shownByScenario(name: string): { all: ReturnType<typeof shownIn>; proven: ReadonlySet<string> } {
  const folder = path.join(scenarioFolder, name);
  const file = path.join(folder, 'diagnostics.txt');
  const diagnostics = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const all = new Map<string, number[]>();
  const proven = new Set<string>();
  for (const source of filesBelow(path.join(folder, 'input'), '.ts')) {
    const lines = readFileSync(source, 'utf8').split('\n');
    for (const [id, numbers] of shownIn(source).rules) {
      all.set(id, [...(all.get(id) ?? []), ...numbers]);
      if (numbers.some((line) => diagnostics === undefined || reports(diagnostics, source, lines, line)))
        proven.add(id);
    }
  }
  return { all: { rules: all, markers: [] }, proven };
}

function reports(diagnostics: string, source: string, lines: readonly string[], rule: number): boolean {
  const blank = lines.findIndex((line, index) => index >= rule && line.trim() === '');
  const places = [...diagnostics.matchAll(/^(\S+):(\d+):\d+ /gm)];
  return places.some(([, file = '', line]) => {
    const number = Number(line);
    return isSource(source, file) && number >= rule && (blank === -1 || number <= blank);
  });
}

/** In a scenario, `api` and `controller` are the sources of packages, and `types.ts` those of one version. */
function isSource(source: string, reported: string): boolean {
  const [, below = ''] = source.split('/input/');
  return reported.endsWith(`/${below.replace(/^(?:api|controller)\//, '')}`);
}

import { equalJson, type JsonValue } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { GeneratorSuite } from '../generator-suite.ts';
import type { Failure } from '../suite.ts';
import { buildCelOracle, type CelOracle } from './cel-oracle.ts';
import { compareEnvironment } from './compare-environment.ts';
import { oracleCases } from './oracle-cases.ts';

/**
 * The program that answers for kube-apiserver answers as a live one did: so that what is compared with the program is
 * compared with the server.
 */
export const celOracleSuite: GeneratorSuite = {
  name: 'cel oracle',
  run() {
    const oracle = buildCelOracle();
    if ('reason' in oracle) return Promise.resolve({ skipped: oracle.reason });
    const failures = [...compareWithSeen(oracle), ...compareEnvironment(oracle)];
    return Promise.resolve({ total: oracleCases.length + 1, failures });
  },
};

function compareWithSeen(oracle: CelOracle): Failure[] {
  const answers = oracle.ask(
    'expression',
    oracleCases.map(({ request }) => request),
  );
  return oracleCases.flatMap(({ request, expected }, index) => {
    const answer: Readonly<Record<string, unknown>> = { ...answers[index] };
    return Object.entries(expected).flatMap(([key, value]) =>
      equalJson(answer[key] as JsonValue, value as JsonValue)
        ? []
        : [
            {
              name: `${request.expression}, ${key}`,
              message: `${stringifyJson(answer)}\nwas seen as ${stringifyJson(value)}`,
            },
          ],
    );
  });
}

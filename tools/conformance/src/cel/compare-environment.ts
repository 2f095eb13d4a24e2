import { kubernetesFunctions, kubernetesMacros, printType } from '@kb/apimachinery/cel';
import type { Failure } from '../suite.ts';
import type { CelOracle, OracleRequests } from './cel-oracle.ts';

/**
 * The functions and the macros that our rules may call are those of kube-apiserver, with the same overloads in the same
 * order.
 */
export function compareEnvironment(oracle: CelOracle): Failure[] {
  const [environment] = oracle.ask('environment', [{}]);
  if (environment === undefined) throw new Error('the oracle has no environment');
  const theirs = theirFunctions(environment);
  const ours = ourFunctions();
  const functions = [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((name) => {
    const [expected = 'no function', found = 'no function'] = [theirs.get(name), ours.get(name)];
    return expected === found ? [] : [{ name: `function ${name}`, message: `${found}\nbut there\n${expected}` }];
  });
  const macros = new Set(environment.macros).symmetricDifference(new Set(kubernetesMacros.keys()));
  return [
    ...functions,
    ...[...macros].map((name) => ({ name: `macro ${name}`, message: 'only one of the two has it' })),
  ];
}

function theirFunctions({ functions }: OracleRequests['environment']['answer']): Map<string, string> {
  return new Map(
    functions.map(({ name, overloads }) => [
      name,
      overloads
        .map(({ id, member, arguments: args, result, typeParameters, nonStrict }) =>
          overloadLine(id, member === true, args, result, typeParameters ?? [], nonStrict === true),
        )
        .join('\n'),
    ]),
  );
}

function ourFunctions(): Map<string, string> {
  return new Map(
    [...kubernetesFunctions().values()].map(({ name, overloads }) => [
      name,
      overloads
        .map(({ id, isMember, args, result, typeParameters, isNonStrict }) =>
          overloadLine(id, isMember, args.map(printType), printType(result), typeParameters, isNonStrict),
        )
        .join('\n'),
    ]),
  );
}

function overloadLine(
  id: string,
  isMember: boolean,
  args: readonly string[],
  result: string,
  typeParameters: readonly string[],
  isNonStrict: boolean,
): string {
  // The order of the parameters is that of a map of Go: any.
  const parameters = typeParameters.toSorted().join(', ');
  const kind = [isMember ? 'member' : 'global', ...(isNonStrict ? ['not strict'] : [])].join(', ');
  return `${id} (${kind}): (${args.join(', ')}) -> ${result} for all ${parameters}`;
}

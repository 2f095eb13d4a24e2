import { format } from './extensions/format.ts';
import { lists } from './extensions/lists.ts';
import { optionals } from './extensions/optionals.ts';
import { strings } from './extensions/strings.ts';
import type { Implementation } from './overloads/implementation.ts';
import { authorizer } from './kubernetes/authorizer.ts';
import { formatNames } from './kubernetes/format-names.ts';
import { quantity } from './kubernetes/quantity.ts';
import { regex } from './kubernetes/regex.ts';
import { semver } from './kubernetes/semver.ts';
import { ip } from './network/ip.ts';
import { url } from './network/url.ts';
import { arithmetic } from './standard/arithmetic.ts';
import { conversions } from './standard/conversions.ts';
import { relations } from './standard/relations.ts';
import { times } from './standard/times.ts';

let functions: ReadonlyMap<string, Implementation> | undefined;

/** The implementation of an overload; undefined if the evaluator has it. */
export function implementationOf(overload: string): Implementation | undefined {
  functions ??= new Map(
    [
      arithmetic,
      conversions,
      relations,
      times,
      strings,
      lists,
      optionals,
      format,
      regex,
      ip,
      url,
      quantity,
      semver,
      formatNames,
      authorizer,
    ].flatMap((table) => Object.entries(table)),
  );
  return functions.get(overload);
}

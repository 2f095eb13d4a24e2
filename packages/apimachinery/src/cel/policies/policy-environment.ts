import type { Environment, FunctionDeclaration } from '../declarations/declaration.ts';
import { kubernetesFunctions, patchFunctions } from '../declarations/kubernetes-functions.ts';
import { type CelType, type ObjectType, simpleType } from '../types/cel-type.ts';
import { admissionTypes, authorizerType, namespaceType, requestType } from './admission-types.ts';
import { makePatchObject, patchTypeNamed } from './patch-types.ts';

/** The variables of the expressions of policies and webhooks, in the order in which programs get them. */
export const policyVariables = [
  'object',
  'oldObject',
  'namespaceObject',
  'request',
  'authorizer',
  'authorizer.requestResource',
  'params',
  'variables',
] as const;

/** What an expression may use besides the request and its objects. */
export interface PolicyEnvironmentOptions {
  readonly hasAuthorizer: boolean;
  /** Whether there is also an authorizer for the resource of the request. Default: if there is one. */
  readonly hasRequestResource?: boolean;
  readonly hasParams?: boolean;
  /** Whether it may make objects and patches: `Object{…}`, `JSONPatch{…}`. */
  readonly hasPatchTypes?: boolean;
  /** The type of `variables`. Absent: there are none. */
  readonly variables?: ObjectType | undefined;
  /** The type of `object` and `oldObject`, and that of `params`. Default: any type. */
  readonly objectType?: CelType | undefined;
  readonly paramsType?: CelType | undefined;
  /** The types with a name inside of these. */
  readonly findType?: ((name: string) => CelType | undefined) | undefined;
}

const dyn = simpleType('dyn');

/** What an expression of a policy or a webhook may use. */
export function policyEnvironment(options: PolicyEnvironmentOptions): Environment {
  const {
    hasAuthorizer,
    hasRequestResource = hasAuthorizer,
    hasParams = false,
    hasPatchTypes = false,
    variables,
    objectType,
    paramsType,
  } = options;
  const declared: Partial<Record<(typeof policyVariables)[number], CelType>> = {
    object: objectType ?? dyn,
    oldObject: objectType ?? dyn,
    namespaceObject: namespaceType,
    request: requestType,
    ...(hasAuthorizer && { authorizer: authorizerType('Authorizer') }),
    ...(hasRequestResource && { 'authorizer.requestResource': authorizerType('ResourceCheck') }),
    ...(hasParams && { params: paramsType ?? dyn }),
    ...(variables && { variables }),
  };
  return {
    functions: hasPatchTypes ? functionsWithPatches() : kubernetesFunctions(),
    variables: new Map(Object.entries(declared)),
    findType: (name) =>
      admissionTypes.get(name) ??
      (name === variables?.name ? variables : undefined) ??
      (hasPatchTypes ? patchTypeNamed(name) : undefined) ??
      options.findType?.(name),
    ...(hasPatchTypes && { makeObject: makePatchObject }),
  };
}

let known: ReadonlyMap<string, FunctionDeclaration> | undefined;

function functionsWithPatches(): ReadonlyMap<string, FunctionDeclaration> {
  known ??= new Map([...kubernetesFunctions(), ...patchFunctions()]);
  return known;
}

import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, quoteString } from '@kb/apimachinery/codec';
import { writeJson } from '../../objects/object-text.ts';
import { objectsIn, stringOf } from '../../objects/api-object.ts';
import { type DeclaredPackage, declaredType, fieldTypes } from '../../serializer/declared-types.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { DecodeError } from '../../serializer/decode-error.ts';

/** Why a configuration is refused, in kube-apiserver's words. */
export class ConfigurationProblem extends Error {
  override readonly name = 'ConfigurationProblem';
}

/** The configurations of admission plugins, by their names. */
export type PluginConfigurations = ReadonlyMap<string, JsonObject>;

const GROUP = 'apiserver.config.k8s.io';

/**
 * Reads an AdmissionConfiguration, the document of kube-apiserver's `--admission-control-config-file`, with the
 * configurations of plugins in it. `names`: of the plugins that there are. Throws a {@link ConfigurationProblem}; also
 * for a plugin that does not exist, which kube-apiserver ignores.
 */
export function readPluginConfigurations(document: unknown, names: readonly string[]): PluginConfigurations {
  const found = new Map<string, JsonObject>();
  if (document === undefined) return found;
  const given = document as JsonValue;
  try {
    const { plugins } = decodeConfiguration(given, admissionType);
    for (const { name, path, configuration } of objectsIn(plugins)) {
      const plugin = stringOf(name);
      if (!names.includes(plugin))
        throw new ConfigurationProblem(`there is no admission plugin ${quoteString(plugin)}`);
      if (found.has(plugin)) continue;
      if (isJsonObject(configuration)) found.set(plugin, configuration);
      else if (stringOf(path) !== '')
        throw new ConfigurationProblem(`the configuration of ${plugin} is in the file ${stringOf(path)}`);
    }
  } catch (error) {
    if (!(error instanceof ConfigurationProblem)) throw error;
    throw new ConfigurationProblem(`failed to read plugin config: ${error.message}`, { cause: error });
  }
  return found;
}

/** How a document of configuration is read. */
export interface ConfigurationType {
  readonly apiVersions: readonly string[];
  readonly kind: string;
  readonly fields: DeclaredPackage;
  /** Whether unknown fields are refused. */
  readonly isStrict: boolean;
}

const admissionType: ConfigurationType = {
  apiVersions: [`${GROUP}/v1`, `${GROUP}/v1beta1`, `${GROUP}/v1alpha1`],
  kind: 'AdmissionConfiguration',
  fields: {
    name: 'admission-configuration',
    goName: 'v1',
    structs: {
      AdmissionConfiguration: [['plugins', fieldTypes.list(fieldTypes.named('admission-configuration.Plugin'))]],
      Plugin: [
        ['name', fieldTypes.text],
        ['path', fieldTypes.text],
        ['configuration', fieldTypes.raw],
      ],
    },
  },
  isStrict: true,
};

/** Decodes a document of configuration. Throws a {@link ConfigurationProblem}. */
export function decodeConfiguration(
  document: JsonValue,
  { apiVersions, kind, fields, isStrict }: ConfigurationType,
): JsonObject {
  if (!isJsonObject(document)) throw new ConfigurationProblem(`the document is not an object: ${writeJson(document)}`);
  const { kind: givenKind, apiVersion, ...rest } = document;
  const [name, version] = [stringOf(givenKind), stringOf(apiVersion)];
  if (name === '') throw new ConfigurationProblem(`Object 'Kind' is missing in '${writeJson(document)}'`);
  if (version === '') throw new ConfigurationProblem(`Object 'apiVersion' is missing in '${writeJson(document)}'`);
  if (name !== kind || !apiVersions.includes(version)) {
    const why = `no kind ${quoteString(name)} is registered for version ${quoteString(version)}`;
    throw new ConfigurationProblem(`${why}: ${apiVersions.join(', ')} has the kind ${kind}`);
  }
  const context = new DecodeContext();
  let decoded: JsonObject;
  try {
    decoded = declaredType(fields, kind).decode(rest, context) as JsonObject;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new ConfigurationProblem(error.message, { cause: error });
  }
  if (isStrict && context.unknownFields.length > 0) {
    const unknown = context.unknownFields.map((path) => `unknown field ${quoteString(path)}`);
    throw new ConfigurationProblem(`strict decoding error: ${unknown.join(', ')}`);
  }
  return decoded;
}

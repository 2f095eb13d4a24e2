import type { ProjectFile } from '@kb/codegen';
import type { WebhookNames } from '../../webhook-names.ts';
import { SCOPE } from '../../../package-names.ts';
import { listDeclaration } from '../../lists/list-declaration.ts';
import { text } from '../../scaffold-file.ts';
import { fitLines, fits } from '../fit-lines.ts';
import { importAs, localNames } from '../local-names.ts';

/** The list of the conversions of a kind: `spokes` are the variables of its versions. */
export function conversionFile(hub: WebhookNames, spokes: readonly WebhookNames[]): string {
  const { prefix, kind, module, version, base } = hub;
  const { type, handle, typeImport, handleImport } = localNames(hub, 'Converter Spoke hubSpokeConverter');
  // The constant of a kind HubSpoke has the name of the function.
  const convert = prefix === 'hubSpoke' ? 'convertBySpokes' : 'hubSpokeConverter';
  const variables = spokes.map((one) => spokeVariable(hub, one));
  const imports = spokes
    .map((one) => `import { ${spokeVariable(hub, one)} } from './${base}.${one.version}.conversion.ts';\n`)
    .join('');
  const converter = `export const ${prefix}Converter: Converter = ${convert}(`;
  return fitLines(
    `import { type Converter, ${importAs('hubSpokeConverter', convert)}, type Spoke } from '${SCOPE}/runtime/webhook';
import { ${handleImport}, type ${typeImport} } from '${module}';
${imports}
/** The versions of ${kind} beside ${version}, the hub. */
${listDeclaration(`export const ${prefix}Spokes: readonly Spoke<${type}>[]`, variables)}

/** Converts between all versions of ${kind}. */
${converter}${handle}, ${prefix}Spokes);
`,
    [[`${converter}${handle}, ${prefix}Spokes);`, converter, `  ${handle},`, `  ${prefix}Spokes,`, ');']],
  );
}

/** `captainV2`: the conversion of a version. */
export function spokeVariable({ prefix }: WebhookNames, { version }: WebhookNames): string {
  return `${prefix}${version.charAt(0).toUpperCase()}${version.slice(1)}`;
}

/** The conversion of one version to the hub and back, by hand from here on. */
export function spokeFile(hub: WebhookNames, one: WebhookNames): string {
  const { kind } = hub;
  const { type, handle, typeImport, handleImport } = localNames(one, 'Hub Spoke spec spoke status');
  const begin = `export const ${spokeVariable(hub, one)}: Spoke<Hub> = spoke<Hub, ${type}, unknown>(`;
  return text(`
    import { type Spoke, spoke } from '${SCOPE}/runtime/webhook';
    import type { ${importAs(kind, 'Hub')} } from '${hub.module}';
    import { ${handleImport}, type ${typeImport} } from '${one.module}';

    /**
     * Converts ${kind} of ${one.version} to ${hub.version}, the hub, and back. What one version cannot express must not get lost: keep it
     * in an annotation. While the API server merges an apply, parts of an object are missing: convert those that are there.
     */
    ${begin}${spokeArguments(begin, handle)});
  `);
}

/** The property test of a conversion. */
export function spokeTest(
  { projectName }: Pick<ProjectFile, 'projectName'>,
  hub: WebhookNames,
  one: WebhookNames,
  hasFoo: boolean,
): string {
  const { kind, prefix, base, namespaced } = hub;
  const { type, typeImport } = localNames(one, 'Hub Partial Promise');
  const metadata = `{ name: '${hub.lower}-sample'${namespaced ? `, namespace: '${projectName}'` : ''} }`;
  const hubSpecs = "const hubSpecs: fc.Arbitrary<Partial<Hub['spec']>>";
  const specs = `const specs: fc.Arbitrary<Partial<${type}['spec']>>`;
  return text(`
    import fc from 'fast-check';
    import type { ${importAs(kind, 'Hub')} } from '${hub.module}';
    import type { ${typeImport} } from '${one.module}';
    import { expect, test } from 'vitest';
    import { ${prefix}Converter } from './${base}.conversion.ts';

    // Every field that your users can set: a field that is missing here is not tested.
    ${hubSpecs} = ${record(hubSpecs, hasFoo)};
    ${specs} = ${record(specs, hasFoo)};

    /** Converts an object to another version and back. */
    async function thereAndBack(spec: object, version: string, other: string): Promise<[before: object, after: object]> {
      const object = {
        apiVersion: \`${hub.group}/\${version}\`,
        kind: '${kind}',
        metadata: ${metadata},
        spec: { ...spec },
      };
      const converted = await ${prefix}Converter.convert(object, other);
      return [object, await ${prefix}Converter.convert(converted, version)];
    }

    test('${kind} of ${one.version} keeps everything on its way to ${hub.version} and back', async () => {
      await fc.assert(
        fc.asyncProperty(specs, async (spec) => {
          const [before, after] = await thereAndBack(spec, '${one.version}', '${hub.version}');
          expect(after).toEqual(before);
        }),
      );
    });

    test('${kind} of ${hub.version} keeps everything on its way to ${one.version} and back', async () => {
      await fc.assert(
        fc.asyncProperty(hubSpecs, async (spec) => {
          const [before, after] = await thereAndBack(spec, '${hub.version}', '${one.version}');
          expect(after).toEqual(before);
        }),
      );
    });
  `);
}

/** The specs that a declaration draws, on one line if it fits. */
function record(declaration: string, hasFoo: boolean): string {
  if (!hasFoo) return 'fc.record({})';
  const fields = ['{ foo: fc.string({ minLength: 1 }) }', '{ requiredKeys: [] }'];
  return fits(`${declaration} = fc.record(${fields.join(', ')});`)
    ? `fc.record(${fields.join(', ')})`
    : `fc.record(${fields.map((field) => `\n      ${field},`).join('')}\n    )`;
}

/** What the function that makes a spoke gets, the functions on lines of their own. */
function spokeArguments(begin: string, handle: string): string {
  const parts = '({ spec, status }) => ({ ...(spec && { spec }), ...(status && { status }) })';
  const functions = [`toHub: ${parts},`, `fromHub: ${parts},`];
  const lines = (depth: number): string => functions.map((one) => `\n${'  '.repeat(depth)}${one}`).join('');
  return fits(`${begin}${handle}, {`)
    ? `${handle}, {${lines(3)}\n    }`
    : `\n      ${handle},\n      {${lines(4)}\n      },\n    `;
}

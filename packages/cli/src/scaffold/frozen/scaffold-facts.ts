import { outputFolders, type ProjectFile, type ProjectResource, type SourceReader } from '@kb/codegen';
import { findKind } from '@kb/kubernetes/data';
import { kbVersion } from '../../kb-version.ts';
import { listedComponents } from '../components/switch-components.ts';
import { kindNames } from '../kind-names.ts';
import { webhookNames } from '../webhook-names.ts';
import { sampleSpec } from '../webhooks/sample-spec.ts';
import type { ScaffoldFacts } from './render-scaffold.ts';

/** Reads what the scaffold of a project depends on beside PROJECT. `version`: of kb. Default: this one. */
export function scaffoldFacts(project: ProjectFile, reader: SourceReader, version = kbVersion()): ScaffoldFacts {
  const kustomization = reader.read(`${project.paths.config}/default/kustomization.yaml`);
  const crdOf = (resource: ProjectResource): string =>
    reader.read(`${outputFolders(project.paths).externalCrd}/${kindNames(resource).crdFile}`) ?? '';
  return {
    kbVersion: version,
    registry: /^registry=(.+?)\r?$/m.exec(reader.read('.npmrc') ?? '')?.[1],
    isNamespaced: (resource) => !/^ {2}scope: Cluster$/m.test(crdOf(resource)),
    components: kustomization === undefined ? [] : listedComponents(kustomization),
    findBuiltIn: findKind,
    specOf: (resource) => sampleSpec(project, webhookNames(project, resource, findKind), reader),
  };
}

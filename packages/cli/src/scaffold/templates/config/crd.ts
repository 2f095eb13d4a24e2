import { type ScaffoldFile, text } from '../../scaffold-file.ts';

/** The entry of `config/crd/kustomization.yaml` for {@link crdKustomizeConfig}. */
export const CRD_KUSTOMIZE_CONFIG = 'kustomizeconfig.yaml';

/** `config/crd/kustomizeconfig.yaml`: the Service of a conversion webhook follows the prefix and the namespace. */
export function crdKustomizeConfig(config: string): ScaffoldFile {
  return {
    path: `${config}/crd/${CRD_KUSTOMIZE_CONFIG}`,
    whenThere: 'keep',
    content: text(`
      # A CRD whose versions are converted names the Service of the webhook, whose name gets a prefix.
      nameReference:
      - kind: Service
        version: v1
        fieldSpecs:
        - kind: CustomResourceDefinition
          version: v1
          group: apiextensions.k8s.io
          path: spec/conversion/webhook/clientConfig/service/name
    `),
  };
}

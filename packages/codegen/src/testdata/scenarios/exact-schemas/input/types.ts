// +kb:allowDangerousTypes

import type { IntOrString, KubernetesObject, Narrowed, ObjectMeta, RawExtension, float64, int } from '@kb/apimachinery';

/** This text is not taken. */
// +kb:description="Shop is described exactly:\n\n\n  with blanks at the end.  \n"
// +kubebuilder:object:root=true
// +kb:withoutTypeMeta
// +kb:versions=v1
// +kb:definition={"names": {"singular": null}, "conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {"url": "https://example.com/convert", "caBundle": "Cg=="}}}}
// +kb:version={"subresources": {}, "additionalPrinterColumns": [{"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp", "description": "", "priority": 0}]}
// +kb:schema={"required": ["spec", "metadata"]}
export interface Shop extends KubernetesObject {
  // +kb:schema={"properties": {"name": {"type": "string", "maxLength": 20}}}
  metadata: ObjectMeta;
  spec: ShopSpec;
  /** Goods stands beside spec. */
  goods?: Record<string, Name | null>;
}

// +kb:schema={"required": ["open", "name"], "anyOf": [{"required": ["till"]}, {"required": ["desk"]}]}
export type ShopSpec = Narrowed<
  {
    name: Name;
    // +kb:description=""
    oldName?: Name;
    /** A field's own bounds stand beside those of the type. */
    // +kubebuilder:validation:MaxLength=5
    shortName?: Name;
    names?: (Name | null)[];
    // +kb:schema={"items": {"description": "One of many.", "default": "all"}}
    manyNames?: Name[];
    open: boolean;
    till?: Till;
    // +kb:schema={"properties": {"drawers": {"default": 2}}, "x-kubernetes-map-type": "atomic"}
    desk?: Till;
    factor?: float64;
    // +kb:schema={"anyOf": null, "allOf": [{"anyOf": [{"type": "integer"}, {"type": "string"}]}, {"pattern": "^[0-9]+$"}]}
    port?: IntOrString;
    // +kubebuilder:validation:XEmbeddedResource
    template?: Narrowed<RawExtension, KubernetesObject>;
    nothing?: Record<string, never>;
    // +kubebuilder:validation:Schemaless
    // +kb:schema={"type": "object", "additionalProperties": {"x-kubernetes-preserve-unknown-fields": true}, "default": {"a": null}}
    free?: unknown;
  },
  { till: Till; desk?: never } | { till?: never; desk: Till }
>;

/** Name of something. */
// +kubebuilder:validation:MinLength=1
// +kb:schema={"allOf": [{"maxLength": 10}, {"pattern": "^a"}], "uniqueItems": false}
export type Name = string;

/** Till has drawers. */
export interface Till {
  /** How many drawers there are. */
  drawers?: int;
}

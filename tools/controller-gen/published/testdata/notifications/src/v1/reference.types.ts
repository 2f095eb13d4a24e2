/** digest:lxo5AQm6 */
export interface CrossNamespaceObjectReference {
  /** digest:JaZVzeDj */
  apiVersion?: string;
  /** digest:xa-R1fKq */
  kind:
    | 'Bucket'
    | 'GitRepository'
    | 'Kustomization'
    | 'HelmRelease'
    | 'HelmChart'
    | 'HelmRepository'
    | 'ImageRepository'
    | 'ImagePolicy'
    | 'ImageUpdateAutomation'
    | 'OCIRepository'
    | 'ArtifactGenerator'
    | 'ExternalArtifact';
  /** digest:nD9J7hsN */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=253
  name: string;
  /** digest:JcyP4EEA */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=253
  namespace?: string;
  /** digest:w5TLU6X2 */
  matchLabels?: Record<string, string>;
}

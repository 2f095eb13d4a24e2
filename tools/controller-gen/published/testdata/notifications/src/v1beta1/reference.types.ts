/** digest:lxo5AQm6 */
export interface CrossNamespaceObjectReference {
  /** digest:JaZVzeDj */
  apiVersion?: string;
  /** digest:xa-R1fKq */
  // +kubebuilder:validation:Enum=Bucket;GitRepository;Kustomization;HelmRelease;HelmChart;HelmRepository;ImageRepository;ImagePolicy;ImageUpdateAutomation;OCIRepository
  kind: string;
  /** digest:JZXUXnQ- */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=53
  name: string;
  /** digest:JcyP4EEA */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=53
  namespace?: string;
  /** digest:V4kUQ6-n */
  matchLabels?: Record<string, string>;
}

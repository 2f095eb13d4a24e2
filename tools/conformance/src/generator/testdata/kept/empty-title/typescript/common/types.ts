
// +kubebuilder:title="Title of the type"
export interface Item {
  a?: string;
}

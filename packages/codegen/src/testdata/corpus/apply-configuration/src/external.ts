export interface ExternalData {
  key?: string;
  value?: string;
}

/** Names of the connector and driver of a content; undefined if they have been deleted. */
export interface TemplateNames {
  connector: string | undefined;
  driver: string | undefined;
}

export type { Catalogue } from "./catalogue";
export { catalogueOf, speak, t } from "./language.svelte";
export { parts, type Part } from "./parts";

export { default } from "../../ui/eslint.config.js";

import { numbersOf } from "../numbers";

export const { number, tenths, percent, dollars, count } = numbersOf("en");

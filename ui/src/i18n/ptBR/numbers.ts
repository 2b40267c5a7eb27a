import { numbersOf } from "../numbers";

export const { number, tenths, percent, dollars, count } = numbersOf("pt-BR");

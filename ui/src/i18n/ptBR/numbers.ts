import { numbersOf } from "../numbers";

export const { number, count } = numbersOf("pt-BR");
